import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { kinds, type Kind } from "../../api/contract/kinds.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { readAttachments } from "./attachments.ts";
import { readMarkdown, readYaml, type FileData, type Problem } from "./content-file.ts";
import type { ItemFacts } from "../checks/content-references.ts";
import { factsSchemas, wordsSchemas, type Words } from "./content-schema.ts";
import type { SourceItem, Translation } from "./content-source.ts";
import { renderText, type Target } from "./content-text.ts";
import { findMinimumOrderProblems } from "./minimum-orders.ts";
import { findFolderProblems, createMissingText, listNestedItems } from "./item-folders.ts";
import { findAltProblems, findItemPhotos } from "../photos/item-photos.ts";
import { createPictureFinder, type PictureSources } from "../photos/text-pictures.ts";
import { findWrongLanguage } from "../checks/wrong-language.ts";

/** Links and pictures of a text, which are checked once all paths of the site are known. */
export type TextTargets = { file: string; folder: string; links: readonly Target[]; pictures: readonly Target[] };

/** The items of a content folder, with their problems. */
export type ItemsResult = {
  items: SourceItem[];
  /** Facts of all items, for the checks of references. */
  facts: ItemFacts[];
  texts: TextTargets[];
  /** Items in the folder of a wrong kind, as `kind/id` with the right kind. */
  misplacedItems: string[];
  problems: Problem[];
  missingTranslations: string[];
};

/** Lists the names of the folders of a kind's items. */
function listItemIds(root: string, kind: Kind): string[] {
  const folder = join(root, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isIgnored(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/**
 * Reads and checks the items of a content folder.
 * @param root the content folder
 */
export function readItems(root: string, sources: PictureSources): ItemsResult {
  const reader = new ItemReader(root, sources);
  for (const reference of listItemReferences(root)) reader.read(...(reference.split("/") as [Kind, string]));
  return reader.result;
}

class ItemReader {
  readonly result: ItemsResult = {
    items: [],
    facts: [],
    texts: [],
    misplacedItems: [],
    problems: [],
    missingTranslations: [],
  };
  private readonly root: string;
  private readonly sources: PictureSources;

  constructor(root: string, sources: PictureSources) {
    this.root = root;
    this.sources = sources;
  }

  read(kind: Kind, id: string): void {
    const { items, facts, texts, problems, missingTranslations } = this.result;
    const folder = join(this.root, kind, id);
    this.result.misplacedItems.push(...listNestedItems(folder).map((name) => `${kind}/${name}`));
    const folderProblems = findFolderProblems(folder);
    if (folderProblems) {
      problems.push(...folderProblems);
      return;
    }
    const { data, rawData, problems: factsProblems } = readYaml(join(folder, "item.yaml"), factsSchemas[kind]);
    const otherKind = data ? undefined : findKindByFacts(rawData?.value);
    if (otherKind && otherKind !== kind) {
      const message = `has the fields of a ${otherKind}: move the folder to ${join(this.root, otherKind)}`;
      problems.push({ file: folder, line: 1, field: "(folder)", message });
      this.result.misplacedItems.push(`${otherKind}/${id}`);
      return;
    }
    problems.push(...factsProblems);
    const itemPhotos = findItemPhotos(rawData, folder, this.sources);
    if (itemPhotos.facts) facts.push({ rawData: itemPhotos.facts, kind, id });
    problems.push(...itemPhotos.problems);
    const findPicture = createPictureFinder(folder, this.sources);
    const files = localeCodes.map((locale) => ({ locale, file: join(folder, `${locale}.md`) }));
    const present = files.filter(({ file }) => existsSync(file));
    if (present.length === 0) {
      problems.push(createMissingText(folder));
      return;
    }
    missingTranslations.push(...files.filter((file) => !present.includes(file)).map(({ file }) => file));
    const translations: Partial<Record<Locale, Translation>> = {};
    const readWords: Partial<Record<Locale, FileData<object>>> = {};
    for (const { locale, file } of present) {
      const { body, links, pictures, ...result } = readMarkdown(file, wordsSchemas[kind]);
      texts.push({ file, folder, links, pictures });
      problems.push(...result.problems);
      const words = result.data;
      if (!words) continue;
      readWords[locale] = words;
      const wrongLanguage = findWrongLanguage(locale, `${words.value.title} ${body}`);
      if (wrongLanguage) problems.push({ file, line: 1, field: "(text)", message: wrongLanguage });
      // Without the facts it isn't known which photos are meant.
      if (data) problems.push(...findAltProblems(words.value.alt, itemPhotos, words.createProblem));
      const { attachments, problems: fileProblems } = readAttachments(words as FileData<Words>);
      problems.push(...fileProblems);
      translations[locale] = { words: words.value, html: renderText(body, findPicture), attachments };
    }
    problems.push(...findMinimumOrderProblems(readWords));
    if (!data || Object.keys(translations).length === 0) return;
    items.push({ kind, id, facts: data.value, photos: itemPhotos.photos, translations });
  }
}

/** Finds the only kind whose items may have these facts. */
function findKindByFacts(facts: unknown): Kind | undefined {
  const [kind, ...others] = kinds.filter((one) => factsSchemas[one].safeParse(facts).success);
  return others.length === 0 ? kind : undefined;
}

/** Lists `kind/id` of every folder of an item. */
export function listItemReferences(root: string): Set<string> {
  return new Set(kinds.flatMap((kind) => listItemIds(root, kind).map((id) => `${kind}/${id}`)));
}
