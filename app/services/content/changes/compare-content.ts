import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { readOptionalYaml } from "#app/services/content/files/content-file.ts";
import { isTextPath } from "#app/services/content/files/content-path.ts";
import {
  isMapping,
  isMarkedDraft,
  parseTitle,
  readFields,
  splitFrontMatter,
} from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { getPartAddress, listPart } from "#app/services/content/files/parts.ts";
import { normalizeAddress } from "#app/services/content/files/redirect-addresses.ts";
import { categoriesFileSchema } from "#app/services/content/files/schemas/content-schema.ts";
import type { SourceFile } from "#app/services/content/releases/fingerprints.ts";
import { isFile } from "#app/services/runtime/folders.ts";
import { listChangedLines } from "./changed-lines.ts";
import {
  findInFolder,
  hashPart,
  isPublic,
  readRedirectsOf,
  type ComparedFile,
  type Comparison,
  type FindFile,
  type PartChange,
} from "./compare-parts.ts";
import { findReorderedEntries, matchEntries } from "./match-entries.ts";
import { readRecall } from "./recall-batch.ts";

/**
 * A changed field, such as `ingredients[甘草].dose`, with its values as texts. An empty `field` means the whole file,
 * whose text is left out. `around`: the equal text before and after the difference of two long texts.
 */
export type FieldChange = { file: string; field: string; from?: string; to?: string; around?: [string, string] };

/** A changed part, described for a person. */
export type ContentChange = Pick<PartChange, "part" | "action" | "from"> & {
  title?: string;
  /** Whether the part is public. */
  isShown: boolean;
  /** Times at which an item appears and disappears, in milliseconds. */
  period: Period;
  /** Whether a batch would no longer be marked as recalled. */
  isUnrecalled: boolean;
  /** Languages in which a new item has no text. */
  missing: Locale[];
  /** URL of a page that would become a 404. */
  vanished?: string;
  /** Hash of the part's current files. */
  version: string;
  fields: FieldChange[];
};

/** `opens`: when an item appears. `closes`: when it disappears. In milliseconds; missing ones have no limit. */
export type Period = { opens?: number; closes?: number };

const maxLength = 200;
const maxFields = 20;

/** Fields that name items, with the folder that their values omit. */
const itemFields: Record<string, string> = {
  related: "",
  herb: "herbs/",
  incompatible: "herbs/",
  replacesCautions: "herbs/",
  plate: "herbs/",
  gallery: "herbs/",
  product: "product/",
};

/** Returns the title of the item or category in a field's value. */
type FindTitle = (field: string, value: unknown) => string | undefined;

/**
 * Reads the title of each item only once, because thousands of parts may name the same item.
 * @returns a function that creates a kind's title finder
 */
function createTitleFinders({ before, after }: Comparison): (kind: string) => FindTitle {
  const titleByPath = new Map<string, string | undefined>();
  return (kind) => (field, value) => {
    const folder = field === "cat" ? `categories/${kind}/` : itemFields[field];
    if (folder === undefined || typeof value !== "string") return undefined;
    const path = folder + value;
    const read = (find: FindFile) =>
      field === "cat" ? readCategoryTitle(find(`categories/${kind}.yaml`), value) : findPartTitle(path, find);
    if (!titleByPath.has(path)) titleByPath.set(path, [after, before].map(read).find(Boolean));
    return titleByPath.get(path);
  };
}

function readCategoryTitle(file: string | undefined, slug: string): string | undefined {
  const { value: categories = [] } = (file && readOptionalYaml(file, categoriesFileSchema)) || {};
  const title = categories.find((category) => category.slug === slug)?.title;
  return title && Object.values(title)[0];
}

function findPartTitle(part: string, find: FindFile): string | undefined {
  const paths = [part, `${part}.yaml`, ...localeCodes.map((code) => `${part}/index.${code}.md`)];
  const found = paths.flatMap((path) => [find(path)].flatMap((file) => (file === undefined ? [] : { path, file })));
  return found.map((source) => parseTitle(readText(source) ?? "")).find(Boolean);
}

/** @param root content folder */
export const readPartTitle = (root: string, part: string): string | undefined =>
  findPartTitle(part, findInFolder(root));

export const readPartPeriod = (root: string, part: string): Period =>
  readPeriod(listPart(part, root).map((path) => readText({ path, file: join(root, path) }) ?? ""));

/** Describes changed parts for a person. Omits files of `public`. */
export function describeChanges(comparison: Comparison, parts = comparison.parts): ContentChange[] {
  const createKindTitleFinder = createTitleFinders(comparison);
  const redirectedAddresses = listRedirected(comparison);
  return parts
    .filter(({ part }) => !isPublic(part))
    .map((change) => {
      const { part, files, action, from } = change;
      return {
        part,
        action,
        from,
        title: readTitle(change),
        version: hashPart(files.flatMap(({ now }) => now ?? [])),
        fields: listFields(change, createKindTitleFinder(part.split("/")[0]!)),
        isShown: isShown(files, "now"),
        period: readPeriod(files.map(({ now }) => readText(now) ?? "")),
        isUnrecalled: isUnrecalled({ part, files }),
        missing: listMissing(change),
        vanished: findVanished(change, redirectedAddresses),
      };
    });
}

/** Unpublished changes. `files`: URLs of changed files in `public`. `hidden`: number of unlisted changes. */
export type Drafts = { changes: ContentChange[]; files: string[]; hidden: number };

/** Maximum number of listed changes, and of listed files in `public`. The rest are only counted. */
const maxListedDrafts = 100;

/** Describes the unpublished changes, up to a limit. */
export function describeDrafts(comparison: Comparison): Drafts {
  const { file = [], part = [] } = Object.groupBy(comparison.parts, (change) =>
    isPublic(change.part) ? "file" : "part",
  );
  const [shownFiles, shownParts] = [file.slice(0, maxListedDrafts), part.slice(0, maxListedDrafts)];
  return {
    changes: describeChanges(comparison, shownParts),
    files: shownFiles.map((change) => change.part),
    hidden: comparison.parts.length - shownParts.length - shownFiles.length,
  };
}

/** Lists the names of unpublished parts, including former ones. */
export const listDraftNames = ({ changes, files }: Drafts): string[] =>
  [...changes.flatMap(({ part, from }) => [part, from ?? []].flat()), ...files].sort();

/** Lists the URLs of pages that would become 404s. */
export function listVanished(comparison: Comparison): string[] {
  const redirectedAddresses = listRedirected(comparison);
  return comparison.parts.flatMap((change) => findVanished(change, redirectedAddresses) ?? []);
}

const listRedirected = ({ after }: Comparison): ReadonlySet<string> =>
  new Set(readRedirectsOf(after).map(({ from }) => normalizeAddress(from)));

function findVanished({ part, files }: PartChange, redirectedAddresses: ReadonlySet<string>): string | undefined {
  const address = getPartAddress(part);
  if (address === undefined || redirectedAddresses.has(address)) return undefined;
  return isShown(files, "old") && !isShown(files, "now") ? address : undefined;
}

/** Lists the languages in which a new item has no text. */
function listMissing({ action, files }: PartChange): Locale[] {
  const missing = localeCodes.filter((code) => !files.some(({ name }) => name.endsWith(`/index.${code}.md`)));
  return action === "added" && missing.length < localeCodes.length ? missing : [];
}

/** @param texts an item's texts, of which one has the facts */
function readPeriod(texts: readonly string[]): Period {
  const source = texts.find((text) => /^(?:from|until):/m.test(text)) ?? "";
  const fields = readFields(splitFrontMatter(source)?.matter ?? source);
  const readTime = (name: string) => Date.parse(String(isMapping(fields) && fields[name]));
  const [opens, closes] = [readTime("from"), readTime("until")];
  return { ...(!Number.isNaN(opens) && { opens }), ...(!Number.isNaN(closes) && { closes }) };
}

/** Reads a part's current or former title. */
export const readTitle = ({ files }: PartChange): string | undefined =>
  files.map(({ now, old }) => parseTitle(readText(now ?? old) ?? "")).find(Boolean);

/** Reads a file's title. @returns `undefined` for a deleted file, a folder, or a file without a title */
export const readFileTitle = (file: string): string | undefined =>
  isFile(file) ? parseTitle(readText({ path: file, file }) ?? "") : undefined;

/** Lists the changed fields. Lists none for an added or removed part, because all its fields differ. */
function listFields({ action, files }: PartChange, findTitle: FindTitle): FieldChange[] {
  if (action === "added" || action === "removed") return [];
  const changed = files.filter(({ old, now }) => old?.hash !== now?.hash);
  return changed.flatMap((file) => listFieldChanges(file, findTitle)).slice(0, maxFields);
}

/** Whether a part is a batch that would no longer be marked as recalled. */
export const isUnrecalled = ({ part, files }: Pick<PartChange, "part" | "files">): boolean =>
  part.startsWith("batch/") && isRecalled(files, "old") && !isRecalled(files, "now");

const isRecalled = (files: readonly ComparedFile[], version: "old" | "now"): boolean =>
  files.some((file) => readRecall(readText(file[version]) ?? ""));

function isShown(files: readonly ComparedFile[], version: "old" | "now"): boolean {
  const present = files.flatMap((file) => file[version] ?? []);
  return present.length > 0 && !present.some((file) => isMarkedDraft(readText(file) ?? ""));
}

/**
 * Reads only text files, because certificates are large. The type is that of `path`, because `file` may be a copy in
 * the trash, whose name is a number.
 */
const readText = (source: Pick<SourceFile, "path" | "file"> | undefined): string | undefined =>
  source && isTextPath(source.path) ? decodeText(readFileSync(source.file)) : undefined;

function listFieldChanges({ name, old, now }: ComparedFile, findTitle: FindTitle): FieldChange[] {
  const [before, after] = [readVersion(old), readVersion(now)];
  if (before === undefined || after === undefined)
    return [{ file: name, field: "", ...(!old && { to: "" }), ...(!now && { from: "" }) }];
  // A file with only comments is compared as an empty list or mapping, whichever the other version is.
  const createEmpty = (other: unknown) => (Array.isArray(other) ? [] : {});
  return listEdits(before ?? createEmpty(after), after ?? createEmpty(before)).map(({ path, from, to }) => {
    const field = path.split(/[.[]/).findLast((step) => !/^\d+\]$/.test(step)) ?? "";
    return {
      file: name,
      field: path.replace(/(?<=ingredients\[)[\w-]+/, (id) => findTitle("herb", id) ?? id),
      ...formatValues({ from, to }, field, findTitle),
    };
  });
}

/** Formats the values, with ids instead of titles if the titles are equal. */
function formatValues({ from, to }: Pick<Edit, "from" | "to">, field: string, findTitle: FindTitle) {
  const format = (value: unknown, find: FindTitle) => listValueTexts(value, field, find).join(" · ").trim();
  const formatBoth = (find: FindTitle) => ({
    ...(from !== undefined && { from: format(from, find) }),
    ...(to !== undefined && { to: format(to, find) }),
  });
  const named = formatBoth(findTitle);
  const formatted = named.from === named.to ? formatBoth(() => undefined) : named;
  const texts = cutEqualEnds(formatted);
  return { ...texts, from: texts.from?.slice(0, maxLength), to: texts.to?.slice(0, maxLength) };
}

/** Length of texts from which only the difference is described, and the length of its surroundings. */
const longLength = 60;
const aroundLength = 30;

/** Separates the difference of two long texts from their equal ends. It begins and ends with whole words and numbers. */
function cutEqualEnds({ from, to }: Pick<FieldChange, "from" | "to">): Pick<FieldChange, "from" | "to" | "around"> {
  if (from === undefined || to === undefined || Math.max(from.length, to.length) <= longLength) return { from, to };
  const [shortest, wordPart] = [Math.min(from.length, to.length), "[\\p{Script=Latin}\\p{N}\\p{Cs}]+"];
  let start = 0;
  while (start < shortest && from[start] === to[start]) start++;
  const before = from.slice(0, start).replace(new RegExp(`${wordPart}$`, "u"), "");
  let length = 0;
  while (length < shortest - before.length && from.at(-1 - length) === to.at(-1 - length)) length++;
  const after = from.slice(from.length - length).replace(new RegExp(`^${wordPart}`, "u"), "");
  const getMiddle = (text: string) => text.slice(before.length, text.length - after.length);
  const around: [string, string] = [
    before.replace(new RegExp(`^.+(?=.{${aroundLength}}$)`, "su"), "…"),
    after.replace(new RegExp(`(?<=^.{${aroundLength}}).+$`, "su"), "…"),
  ];
  return { from: getMiddle(from), to: getMiddle(to), around };
}

/** Reads a file's fields, and its text as `text`. @returns `undefined` if the file is missing or invalid */
function readVersion(file: SourceFile | undefined): unknown {
  const source = readText(file);
  if (source === undefined) return undefined;
  const parts = file!.path.endsWith(".md") ? splitFrontMatter(source) : { matter: source, rest: undefined };
  const fields = readFields(parts?.matter ?? "");
  return parts?.rest === undefined || fields === undefined
    ? fields
    : { ...(fields as object), text: parts.rest.trim() };
}

type Edit = { path: string; from: unknown; to: unknown };

function listEdits(from: unknown, to: unknown, path = ""): Edit[] {
  if (isDeepStrictEqual(from, to)) return [];
  const entries = Array.isArray(from) && Array.isArray(to) ? matchEntries(from, to) : undefined;
  if (entries) {
    const movedEntries = new Set(findReorderedEntries(entries));
    return entries.flatMap((entry) => {
      const { name, oldIndex = 0, index = 0 } = entry;
      const entryPath = `${path}[${name}]`;
      const move = { path: `${entryPath}.sort`, from: oldIndex + 1, to: index + 1 };
      return [...(movedEntries.has(entry) ? [move] : []), ...listEdits(entry.from, entry.to, entryPath)];
    });
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((entry, index) => listEdits(entry, to[index], `${path}[${index}]`));
  if (!isMapping(from) || !isMapping(to)) {
    return listChangedLines(from, to).map((line) => ({ path, ...line }));
  }
  const names = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...names].flatMap((name) => listEdits(from[name], to[name], path ? `${path}.${name}` : name));
}

/** Fields for programs, meaningless to a person. */
const internalFields = ["id", "type", "target"];

function listValueTexts(value: unknown, field: string, findTitle: FindTitle): string[] {
  if (typeof value !== "object" || value === null)
    return [value === true ? "✓" : (findTitle(field, value) ?? String(value))];
  const parts = Object.entries(value).filter(([name, part]) => !internalFields.includes(name) && part !== true);
  return parts.flatMap(([name, part]) => listValueTexts(part, Array.isArray(value) ? field : name, findTitle));
}
