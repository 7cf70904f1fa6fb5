import { hash as computeHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLocale, localeCodes, type Locale } from "#app/i18n/locales.ts";
import { collections } from "#app/services/content/files/collections.ts";
import { listItemIds, listYamlFiles } from "#app/services/content/files/content-file.ts";
import { isMapping, readFields, splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import type { ReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { sourceName } from "#app/services/content/releases/release.ts";
import { isFile } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";

/** A text that is older than another language's. */
export type OutdatedTranslation = {
  file: string;
  outdated: Locale;
  changed: Locale;
  /** Time of the other language's change, in milliseconds. */
  time: number;
  /** First new sentences of the other language. */
  sentences: string[];
  /** Hash of all languages' texts, for a confirmation. */
  version: string;
};

/** A text in all languages: a file for each of them, or one for all. `listWords` lists a language's words in fields. */
type Text = {
  paths: { code: Locale; path: string }[];
  listWords: (fields: unknown, code: Locale) => string[];
};

/** The content at one time, in a release or the current folder. */
type Source = { time?: number; find: (path: string) => { file: string; hash: string } | undefined };

type Words = Partial<Record<Locale, string>>;

const maxSentences = 5;
const maxSentenceLength = 200;

/** Finds texts that are older than another language's. Ignores changes of facts. */
export function findOutdatedTranslations(
  content: string,
  releases: Pick<ReleaseFolder, "list" | "getFolder">,
  confirmed: ReadonlySet<string>,
): OutdatedTranslation[] {
  const sources = listSources(content, releases);
  return listTextsOf(content).flatMap((text) => findInText(text, sources, confirmed));
}

function listTextsOf(content: string): Text[] {
  const listPaths = (getPath: (code: Locale) => string) => localeCodes.map((code) => ({ code, path: getPath(code) }));
  return collections.flatMap((collection): Text[] => {
    const { name, files } = collection;
    const folder = join(content, name);
    if (files === "items") {
      const names = Object.keys(collection.words.shape);
      const listWords: Text["listWords"] = (fields) =>
        isMapping(fields) ? names.flatMap((field) => listTexts(fields[field])) : [];
      return listItemIds(folder).map((id) => ({
        paths: listPaths((code) => `${name}/${id}/index.${code}.md`),
        listWords,
      }));
    }
    if (files === "locales") return [{ paths: listPaths((code) => `${name}/${code}.yaml`), listWords: listTexts }];
    const ids = files === "one" ? [] : listYamlFiles(folder);
    return ids.map((id) => ({ paths: listPaths(() => `${name}/${id}.yaml`), listWords: listTranslatedWords }));
  });
}

/** Lists the releases, oldest first, and last the current content folder. */
function listSources(content: string, releases: Pick<ReleaseFolder, "list" | "getFolder">): Source[] {
  const releasedSources = releases
    .list()
    .toReversed()
    .map(({ id, time, files }): Source => {
      const texts = files.filter(
        ({ path }) => path.startsWith(`${sourceName}/content/`) && /\.(?:md|yaml)$/.test(path),
      );
      const hashes = new Map(texts.map(({ path, hash }) => [path, hash]));
      const find: Source["find"] = (path) => {
        const name = `${sourceName}/content/${path}`;
        const hash = hashes.get(name);
        return hash === undefined ? undefined : { file: join(releases.getFolder(id), name), hash };
      };
      return { time: Date.parse(time), find };
    });
  const findNow: Source["find"] = (path) => {
    const file = join(content, path);
    return isFile(file) ? { file, hash: hashFile(file) } : undefined;
  };
  return [...releasedSources, { find: findNow }];
}

function findInText(
  { paths, listWords }: Text,
  sources: readonly Source[],
  confirmed: ReadonlySet<string>,
): OutdatedTranslation[] {
  const versions = sources
    .map(({ time, find }) => ({ time, texts: paths.map(({ code, path }) => ({ code, path, found: find(path) })) }))
    .map((version) => ({ ...version, key: version.texts.map(({ found }) => found?.hash).join() }))
    .filter(({ key }, index, all) => key !== all[index - 1]?.key)
    .filter(({ texts }, index) => index > 0 || texts.some(({ found }) => found));
  // Most texts are new or equal in all releases, so they needn't be read.
  if (versions.length === 1) return [];
  /** Words as of the last time at which the languages agreed. */
  let agreedWords: Words = {};
  let outdated: OutdatedTranslation[] = [];
  for (const { time, texts } of versions) {
    const words: Words = {};
    for (const { code, path, found } of texts)
      if (found && existsSync(found.file))
        words[code] = readWords(path, decodeText(readFileSync(found.file)), (fields) => listWords(fields, code));
    const present = texts.filter(({ code }) => words[code] !== undefined);
    const [changed, ...others] = present.filter(({ code }) => words[code] !== agreedWords[code]);
    const unchangedTexts = present.filter(({ code }) => words[code] === agreedWords[code]);
    const version = computeHash("sha256", JSON.stringify(words));
    const hasNewLanguage = present.some(({ code }) => agreedWords[code] === undefined);
    if (!changed || unchangedTexts.length === 0 || hasNewLanguage || confirmed.has(version)) {
      agreedWords = words;
      outdated = [];
      continue;
    }
    const sentences = [changed, ...others].flatMap(({ code }) => listNewSentences(agreedWords[code]!, words[code]!));
    const since = outdated[0]?.time ?? time ?? statSync(changed.found!.file).mtimeMs;
    outdated = unchangedTexts.map(({ code, path }) => {
      const languages = { outdated: code, changed: changed.code };
      return { file: path, ...languages, time: since, sentences: sentences.slice(0, maxSentences), version };
    });
  }
  return outdated;
}

/** Reads the words of the fields and, in an item's text, of the body; `undefined` if there are none. */
function readWords(path: string, source: string, listWords: (fields: unknown) => string[]): string | undefined {
  const parts = path.endsWith(".md") ? splitFrontMatter(source) : { matter: source, rest: undefined };
  const fields = parts && readFields(parts.matter);
  const words = fields === undefined ? [] : [...listWords(fields), parts?.rest?.trim() ?? []].flat();
  return words.length > 0 ? words.join("\n") : undefined;
}

/** Lists a language's words in fields that have several languages. A number is often written in one for all. */
function listTranslatedWords(value: unknown, code: Locale): string[] {
  if (!(value instanceof Object)) return [];
  const isTranslated = isMapping(value) && Object.keys(value).length > 1 && Object.keys(value).every(isLocale);
  return isTranslated ? listTexts(value[code]) : Object.values(value).flatMap((one) => listTranslatedWords(one, code));
}

function listTexts(value: unknown): string[] {
  if (value instanceof Object) return Object.values(value).flatMap(listTexts);
  return value === undefined || value === null ? [] : [String(value)];
}

function listNewSentences(before: string, after: string): string[] {
  const known = new Set(listSentences(before));
  return listSentences(after)
    .filter((sentence) => !known.has(sentence))
    .map((sentence) => sentence.slice(0, maxSentenceLength));
}

function listSentences(text: string): string[] {
  return text
    .split(/(?<=[。！？!?])|(?<=\.)\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
