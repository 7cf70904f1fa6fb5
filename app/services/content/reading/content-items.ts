import { basename, join } from "node:path";
import type { Locale } from "#app/i18n/locales.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { compareFields, compareLanguages, type FieldText } from "#app/services/content/checks/compare-languages.ts";
import {
  checkHerbs,
  findEmptyReplacement,
  findJoinedIncompatibles,
  noHerb,
  type ItemFacts,
} from "#app/services/content/checks/content-references.ts";
import { checkDates, findFutureDay, type DatedFacts } from "#app/services/content/checks/dates.ts";
import { idPatterns } from "#app/services/content/files/collections.ts";
import { listItemIds, type FileData } from "#app/services/content/files/content-file.ts";
import type { SourceItem, SourcePage, Translation } from "#app/services/content/files/content-source.ts";
import { renderText } from "#app/services/content/files/content-text.ts";
import { readDownload } from "#app/services/content/files/downloads.ts";
import {
  createSchemasByFile,
  readMarkdown,
  rereadBody,
  type SchemasByFile,
} from "#app/services/content/files/markdown-file.ts";
import type { ItemPhotos } from "#app/services/content/files/photo.ts";
import {
  factsSchemas,
  pageFactsSchema,
  pageWordsSchema,
  wordsSchemas,
  type Facts,
  type PageFacts,
  type PageWords,
  type Words,
} from "#app/services/content/files/schemas/content-schema.ts";
import { checkAlt, findItemPhotos } from "#app/services/content/photos/item-photos.ts";
import {
  createPictureFinder,
  findPictureProblems,
  type PictureSources,
} from "#app/services/content/photos/text-pictures.ts";
import { createFileProblem, createMessage, type Findings } from "#app/services/content/problems/problem.ts";
import { listLocaleFiles, mapLocales } from "./locale-files.ts";

type FolderContent<F, W> = {
  facts: FileData<F>;
  photos: ItemPhotos;
  translations: Partial<Record<Locale, Translation<W>>>;
};

export function readItems(root: string, sources: PictureSources, findings: Findings) {
  const items: SourceItem[] = [];
  const facts: ItemFacts[] = [];
  for (const kind of kinds) {
    const schemas = createSchemasByFile(factsSchemas[kind], wordsSchemas[kind]);
    for (const id of listItemIds(join(root, kind))) {
      const item = readFolder<Facts, Words>(join(root, kind, id), schemas, sources, findings);
      if (!item) continue;
      const [translation] = Object.values(item.translations);
      facts.push({ kind, id, title: translation?.words.title ?? id, facts: item.facts });
      const { herb } = item.facts.value as { herb?: string };
      // Without its herb, a product would lack cautions and restrictions.
      if (kind === "product" && sources.herbs.size > 0 && herb === undefined)
        item.facts.report(["herb"], createMessage("noProductHerb"));
      items.push({ kind, id, ...item, facts: { ...item.facts.value, ...(herb === noHerb && { herb: undefined }) } });
    }
  }
  return { items, facts };
}

export function readPages(root: string, sources: PictureSources, findings: Findings): SourcePage[] {
  const schemas = createSchemasByFile(pageFactsSchema, pageWordsSchema);
  return listItemIds(root).flatMap((id) => {
    const page = readFolder<PageFacts, PageWords>(join(root, id), schemas, sources, findings);
    return page ? [{ kind: "page", id, ...page, facts: page.facts.value }] : [];
  });
}

/**
 * Reads the folder of an item or plain page. Each language's file has words; only the first language's has facts.
 * @returns `undefined` if the facts, or the words of all languages, have mistakes
 */
function readFolder<F extends DatedFacts, W extends Pick<PageWords, "alt" | "attachments">>(
  folder: string,
  schemas: SchemasByFile,
  sources: PictureSources,
  findings: Findings,
): FolderContent<F, W> | undefined {
  const { problems } = findings;
  if (!idPatterns.slug.test(basename(folder)))
    problems.push(createFileProblem(folder, createMessage("id"), "(folder)"));
  let facts: FileData<F> | undefined;
  let photos: ReturnType<typeof findItemPhotos> | undefined;
  const translations: FolderContent<F, W>["translations"] = {};
  const texts: Partial<Record<Locale, () => FieldText>> = {};
  const keys: string[] = [];
  const fields: Partial<Record<Locale, FileData<W>>> = {};
  const files = listLocaleFiles(folder, (locale) => `index.${locale}.md`, findings);
  for (const [index, { locale, file }] of files.entries()) {
    const text = readMarkdown(file, index === 0 ? schemas.first : schemas.others, findings);
    const { links, pictures } = text;
    keys.push(locale, text.key);
    const words = text.words as FileData<W> | undefined;
    if (text.facts) {
      facts = text.facts as FileData<F>;
      photos = findItemPhotos(facts, folder, sources);
      checkDates(facts);
      checkHerbs(facts.value, sources.herbs, facts);
      findings.remarks.push(...findFutureDay(facts));
      findings.remarks.push(...findJoinedIncompatibles(facts, sources.herbs), ...findEmptyReplacement(facts));
    }
    findings.links.push(...links.map((link) => ({ ...link, file, field: "(text)", folder })));
    for (const problem of findPictureProblems(pictures, folder, sources))
      problems.push({ file, field: "(text)", ...problem });
    if (!words) continue;
    // Without the facts the photos are unknown, so their descriptions can't be checked.
    if (photos) {
      for (const description of words.value.alt) description.photo ??= photos.main;
      checkAlt(words, photos);
    }
    const attachments = words.value.attachments.map((attachment, place) =>
      readDownload(attachment, ["attachments", place, "url"], words, sources.files, findings),
    );
    texts[locale] = () => ({
      text: text.body ?? rereadBody(file),
      locate: (line) => ({ file, line: text.firstLine + line, field: "(text)" }),
    });
    fields[locale] = words;
    translations[locale] = { words: words.value, renderHtml: createTextRenderer(file, folder, sources), attachments };
  }
  const compare = () => {
    const own = { remarks: [] };
    compareFields(fields, own);
    compareLanguages(
      mapLocales(texts, (getText) => getText()),
      own,
      true,
    );
    return own.remarks;
  };
  findings.remarks.push(...findings.cache.get(folder, keys.join(), compare));
  return facts && photos && Object.keys(translations).length > 0
    ? { facts, photos: photos.photos, translations }
    : undefined;
}

/** Creates a renderer that reads the text again, so that thousands of texts needn't stay in memory. */
const createTextRenderer = (file: string, folder: string, sources: PictureSources) => () =>
  renderText(rereadBody(file), createPictureFinder(folder, sources));
