import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { z } from "zod";
import { kinds } from "../../api/contract/kinds.ts";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { findHerbProblems, listHerbs, type ItemFacts } from "../checks/content-references.ts";
import { findDateProblems, type DatedFacts } from "../checks/dates.ts";
import { createFileProblem, say, type Findings, type Problem } from "../checks/problem.ts";
import { findAltProblems, findItemPhotos, type ItemPhotos } from "../photos/item-photos.ts";
import { createPictureFinder, type PictureSources } from "../photos/text-pictures.ts";
import { readCheckedYaml, readMarkdown, type FileData } from "./content-file.ts";
import {
  factsSchemas,
  pageFactsSchema,
  pageWordsSchema,
  wordsSchemas,
  type Facts,
  type PageWords,
  type Words,
} from "./content-schema.ts";
import type { Attachment, SourceItem, SourcePage, Translation } from "./content-source.ts";
import { renderText, type Target } from "./content-text.ts";
import { findFileProblem, readPublicFileSize } from "./public-files.ts";

/** Links and pictures of a text, which are checked once all paths of the site are known. */
export type TextTargets = { file: string; folder: string; links: readonly Target[]; pictures: readonly Target[] };

/** What reading items or pages adds to the findings. */
export type ItemFindings = Findings & { texts: TextTargets[] };

type ReadFolder<F, W> = {
  facts: FileData<F>;
  photos: ItemPhotos;
  translations: Partial<Record<Locale, Translation<W>>>;
};

/** Fields of the front matter that items and pages have in common. */
type CommonWords = Pick<PageWords, "alt" | "attachments">;

/** Lists the names of the folders of items or pages. */
export function listItemIds(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isIgnored(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** Reads and checks the items of a content folder. @returns the items, and their facts for the checks of references */
export function readItems(root: string, sources: PictureSources, findings: ItemFindings) {
  const items: SourceItem[] = [];
  const facts: ItemFacts[] = [];
  for (const kind of kinds) {
    for (const id of listItemIds(join(root, kind))) {
      const factsSchema = factsSchemas[kind] as z.ZodType<Facts>;
      const wordsSchema = wordsSchemas[kind] as z.ZodType<Words>;
      const item = readFolder(join(root, kind, id), factsSchema, wordsSchema, sources, findings);
      if (!item) continue;
      facts.push({ kind, id, facts: item.facts });
      items.push({ kind, id, ...item, facts: item.facts.value });
    }
  }
  return { items, facts };
}

/** Reads and checks the plain pages in a folder, which needn't exist. */
export function readPages(root: string, sources: PictureSources, findings: ItemFindings): SourcePage[] {
  return listItemIds(root).flatMap((id) => {
    const page = readFolder(join(root, id), pageFactsSchema, pageWordsSchema, sources, findings);
    if (!page) return [];
    const { value, createProblem } = page.facts;
    findings.problems.push(...findHerbProblems(listHerbs(value), sources.herbs, createProblem));
    return [{ id, ...page, facts: value }];
  });
}

/** Reads the folder of an item or page. @returns `undefined` if its facts, or all its texts, have mistakes */
function readFolder<F extends DatedFacts, W extends CommonWords>(
  folder: string,
  factsSchema: z.ZodType<F>,
  wordsSchema: z.ZodType<W>,
  sources: PictureSources,
  findings: ItemFindings,
): ReadFolder<F, W> | undefined {
  const { problems } = findings;
  if (!/^[a-z0-9-]+$/.test(basename(folder))) {
    problems.push(createFileProblem(folder, say("id"), "(folder)"));
    return undefined;
  }
  const facts = readCheckedYaml(join(folder, "item.yaml"), factsSchema, findings);
  const found = findItemPhotos(facts, folder, sources);
  problems.push(...found.problems, ...(facts ? findDateProblems(facts) : []));
  const translations: ReadFolder<F, W>["translations"] = {};
  for (const { locale, file } of listTexts(folder, findings)) {
    const { body, links, pictures, data: words, problems: ownProblems } = readMarkdown(file, wordsSchema);
    findings.texts.push({ file, folder, links, pictures });
    problems.push(...ownProblems);
    if (!words) continue;
    // Without the facts it isn't known which photos are meant.
    if (facts) problems.push(...findAltProblems(words.value.alt, found, words.createProblem));
    problems.push(...findAttachmentProblems(words));
    translations[locale] = {
      words: words.value,
      html: renderText(body, createPictureFinder(folder, sources)),
      attachments: words.value.attachments.map(addSize),
    };
  }
  if (!facts || Object.keys(translations).length === 0) return undefined;
  return { facts, photos: found.photos, translations };
}

/** Lists the texts of an item or page by language. At least one is required. */
function listTexts(folder: string, { problems, missingTranslations }: Findings) {
  const files = localeCodes.map((locale) => ({ locale, file: join(folder, `${locale}.md`) }));
  const existingFiles = files.filter(({ file }) => existsSync(file));
  if (existingFiles.length === 0) problems.push(createFileProblem(folder, say("noLanguage"), "(folder)"));
  else missingTranslations.push(...files.filter((one) => !existingFiles.includes(one)).map(({ file }) => file));
  return existingFiles;
}

/** Finds files for download that aren't on this site. */
function findAttachmentProblems({ value, createProblem }: FileData<CommonWords>): Problem[] {
  return value.attachments.flatMap(({ url }, index) => {
    const message = url.startsWith("/") ? findFileProblem(url) : undefined;
    return message ? [createProblem(["attachments", index, "url"], message)] : [];
  });
}

/** Adds the size of a file for download that is on this site. */
function addSize(attachment: Attachment): Attachment {
  const size = attachment.url.startsWith("/") ? readPublicFileSize(attachment.url) : undefined;
  return size === undefined ? attachment : { ...attachment, size };
}
