import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { readAttachments } from "./attachments.ts";
import { readMarkdown, readYaml, type Problem, type Text } from "./content-file.ts";
import { findHerbProblems, extractFacts } from "../checks/content-references.ts";
import { pageFactsSchema, pageWordsSchema } from "./content-schema.ts";
import type { PageTranslation, SourcePage } from "./content-source.ts";
import { renderText } from "./content-text.ts";
import { findAltProblems, findItemPhotos } from "../photos/item-photos.ts";
import { findFolderProblems, createMissingText } from "./item-folders.ts";
import { findTimeProblems } from "../compile/item-times.ts";
import { createPictureFinder, type PictureSources } from "../photos/text-pictures.ts";
import { findWrongLanguage } from "../checks/wrong-language.ts";

/** The plain pages of a content folder, with their problems. */
export type PagesResult = {
  pages: SourcePage[];
  /** Slugs of all pages, including those with mistakes, so that links to them aren't reported. */
  slugs: string[];
  problems: Problem[];
  missingTranslations: string[];
  /** Links and pictures of the texts, which are checked once all paths of the site are known. */
  texts: ({ file: string; folder: string } & Pick<Text, "links" | "pictures">)[];
};

/**
 * Reads and checks the plain pages. Each has a folder.
 * @param folder `page` in the content folder; it needn't exist
 */
export function readPages(folder: string, sources: PictureSources): PagesResult {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const slugs = entries
    .filter((entry) => entry.isDirectory() && !isIgnored(entry.name))
    .map((entry) => entry.name)
    .sort();
  const result: PagesResult = { pages: [], slugs, problems: [], missingTranslations: [], texts: [] };
  for (const slug of slugs) readPage(join(folder, slug), slug, sources, result);
  return result;
}

function readPage(folder: string, slug: string, sources: PictureSources, result: PagesResult): void {
  const { problems, missingTranslations, texts } = result;
  const addProblem = (file: string, field: string, message: string) => problems.push({ file, line: 1, field, message });
  const factsFile = join(folder, "item.yaml");
  const folderProblems = findFolderProblems(folder);
  if (folderProblems) {
    problems.push(...folderProblems);
    return;
  }
  const { data, rawData, problems: factsProblems } = readYaml(factsFile, pageFactsSchema);
  problems.push(...factsProblems);
  if (rawData) {
    const { herbs } = extractFacts(rawData.value);
    problems.push(...findHerbProblems(herbs, sources.herbs, rawData.createProblem), ...findTimeProblems(rawData));
  }
  const foundPhotos = findItemPhotos(rawData, folder, sources);
  problems.push(...foundPhotos.problems);
  const files = localeCodes.map((locale) => ({ locale, file: join(folder, `${locale}.md`) }));
  const existingFiles = files.filter(({ file }) => existsSync(file));
  if (existingFiles.length === 0) {
    problems.push(createMissingText(folder));
    return;
  }
  missingTranslations.push(...files.filter((file) => !existingFiles.includes(file)).map(({ file }) => file));
  const translations: Partial<Record<Locale, PageTranslation>> = {};
  for (const { locale, file } of existingFiles) {
    const { body, links, pictures, data: words, problems: wordsProblems } = readMarkdown(file, pageWordsSchema);
    texts.push({ file, folder, links, pictures });
    problems.push(...wordsProblems);
    if (!words) continue;
    const wrongLanguage = findWrongLanguage(locale, `${words.value.title} ${body}`);
    if (wrongLanguage) addProblem(file, "(text)", wrongLanguage);
    const { attachments, problems: fileProblems } = readAttachments(words);
    problems.push(...fileProblems, ...findAltProblems(words.value.alt, foundPhotos, words.createProblem));
    translations[locale] = {
      words: words.value,
      html: renderText(body, createPictureFinder(folder, sources)),
      attachments,
    };
  }
  if (data && Object.keys(translations).length > 0)
    result.pages.push({ id: slug, facts: data.value, photos: foundPhotos.photos, translations });
}
