import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { createFindings } from "../checks/problem.ts";
import { readOptionalYaml } from "../files/content-file.ts";
import { isTextPath } from "../files/content-path.ts";
import { categoriesFileSchema } from "../files/content-schema.ts";
import { isMapping, isMarkedDraft, parseTitle, readFields, splitFrontMatter } from "../files/front-matter.ts";
import { normalizeAddress } from "../files/redirect-addresses.ts";
import { listMoves, readRedirects } from "../files/redirects.ts";
import { decodeText } from "../files/text-bytes.ts";
import { isFile, isIgnored, listFiles } from "../../runtime/folders.ts";
import { hashFile } from "../../runtime/hash-file.ts";
import { listChangedLines } from "./changed-lines.ts";
import { hashList } from "./fingerprints.ts";
import { listMoved, matchEntries } from "./match-entries.ts";
import { getPart, getPartAddress } from "./parts.ts";
import { readRecall } from "./recall-batch.ts";

/** A field that differs, such as `ingredients[甘草].dose`, with its values as texts. A field without a name is the whole file, without values. */
export type FieldChange = { file: string; field: string; from?: string; to?: string };

/** A part of the content that differs: an item or a page with all its files, or a file. */
export type ContentChange = {
  /** `product/huang-qi`, or the path of a file. */
  part: string;
  action: "added" | "changed" | "moved" | "removed";
  /** The part that it was, if its address was changed. */
  from?: string;
  title?: string;
  /** Whether visitors see it. */
  isShown?: boolean;
  /** Whether visitors would no longer read that a batch is recalled. */
  isUnrecalled?: boolean;
  /** Languages that a new item has no text in. */
  missing?: Locale[];
  /** The address of a page that nobody could open any more, and that leads nowhere. */
  vanished?: string;
  /** Hash of the files of the part as they are now. */
  version: string;
  fields: FieldChange[];
};

const maxLength = 200;
const maxFields = 20;

/** Fields whose values name items, with the folder that these leave out. */
const itemFields: Record<string, string> = {
  related: "",
  herb: "herbs/",
  incompatible: "herbs/",
  replacesCautions: "herbs/",
  plate: "herbs/",
  gallery: "herbs/",
  product: "product/",
};

/** Returns the title of the item or the category that a field's value names. */
type FindTitle = (field: string, value: unknown) => string | undefined;

/** Reads each title once, because thousands of parts may name the same. @returns what finds titles for parts of a kind */
function openTitles(after: string, before: string): (kind: string) => FindTitle {
  const known = new Map<string, string | undefined>();
  return (kind) => (field, value) => {
    const folder = field === "cat" ? `categories/${kind}/` : itemFields[field];
    if (folder === undefined || typeof value !== "string") return undefined;
    const part = folder + value;
    const read = (root: string) =>
      field === "cat"
        ? readCategoryTitle(root, kind, value)
        : (readPartTitle(root, part) ?? readPartTitle(root, `${part}.yaml`));
    if (!known.has(part)) known.set(part, read(after) ?? read(before));
    return known.get(part);
  };
}

function readCategoryTitle(root: string, kind: string, slug: string): string | undefined {
  const file = join(root, "categories", `${kind}.yaml`);
  const { value: categories = [] } = readOptionalYaml(file, categoriesFileSchema, createFindings()) ?? {};
  const title = categories.find((category) => category.slug === slug)?.title;
  return title && Object.values(title)[0];
}

export function readPartTitle(root: string, part: string): string | undefined {
  const texts = listPart(part, root).filter(isTextPath);
  return texts.map((name) => parseTitle(readText(name, findFile(root, name)) ?? "")).find(Boolean);
}

export function compareContent(before: string, after: string): ContentChange[] {
  const [oldNames, newNames] = [before, after].map((folder) => listFiles(folder).files) as [string[], string[]];
  const redirects = readRedirects(after);
  const moves = listMoves(redirects, new Set(oldNames.map(getPart)), new Set(newNames.map(getPart)));
  const formerParts = new Map(Array.from(moves, ([now, old]) => [old, now]));
  const rename = (name: string, parts: ReadonlyMap<string, string>) => {
    const part = getPart(name);
    return (parts.get(part) ?? part) + name.slice(part.length);
  };
  const names = [...new Set([...oldNames.map((name) => rename(name, formerParts)), ...newNames])].sort();
  const files = names.map((name) => ({ name, old: findFile(before, rename(name, moves)), now: findFile(after, name) }));
  const leading = new Set(redirects.map(({ from }) => normalizeAddress(from)));
  const titlesOf = openTitles(after, before);
  return [...Map.groupBy(files, ({ name }) => getPart(name))].flatMap(([part, all]) => {
    const change = comparePart(part, all, titlesOf(getKind(part)), moves.get(part));
    const address = getPartAddress(part);
    if (!change) return [];
    const isShownNow = isShown(all, "now");
    const hasVanished = address && isShown(all, "old") && !isShownNow && !leading.has(address);
    return { ...change, isShown: isShownNow, ...(hasVanished && { vanished: address }) };
  });
}

/** Compares a part alone with what it was, without looking at others. @param from the part that it was */
export function compareOnePart(part: string, before: string, after: string, from: string): ContentChange | undefined {
  const former = listPart(from, before).map((name) => part + name.slice(from.length));
  const files = [...new Set([...former, ...listPart(part, after)])].sort().map((name) => ({
    name,
    old: findFile(before, from + name.slice(part.length)),
    now: findFile(after, name),
  }));
  return comparePart(part, files, openTitles(after, before)(getKind(part)), from === part ? undefined : from);
}

/** Compares a part with what it would be with other files in place of its own. @param others their paths, by the names that they would have */
export function compareReplaced(
  part: string,
  root: string,
  others: ReadonlyMap<string, string>,
): ContentChange | undefined {
  const files = [...new Set([...listPart(part, root), ...others.keys()])].sort().map((name) => {
    const old = findFile(root, name);
    return { name, old, now: others.get(name) ?? old };
  });
  return comparePart(part, files, openTitles(root, root)(getKind(part)));
}

const getKind = (part: string): string => part.split("/")[0]!;

function comparePart(
  part: string,
  all: readonly ComparedFile[],
  findTitle: FindTitle,
  from?: string,
): ContentChange | undefined {
  const changed = all.filter(({ old, now }) => !(old && now && isSameFile(old, now)));
  if (changed.length === 0 && from === undefined) return undefined;
  const had = all.some(({ old }) => old);
  const has = all.some(({ now }) => now);
  const action = from !== undefined ? "moved" : !had ? "added" : has ? "changed" : "removed";
  const title = all.map(({ name, now, old }) => parseTitle(readText(name, now ?? old) ?? "")).find(Boolean);
  const fields = had && has ? changed.flatMap((file) => listFieldChanges(file, findTitle)).slice(0, maxFields) : [];
  const isRecalled = (version: "old" | "now") =>
    all.some((file) => readRecall(readText(file.name, file[version]) ?? ""));
  const isUnrecalled = part.startsWith("batch/") && isRecalled("old") && !isRecalled("now");
  const missing = localeCodes.filter((code) => !all.some(({ name }) => name.endsWith(`/index.${code}.md`)));
  const isNewItem = action === "added" && missing.length < localeCodes.length;
  const names = { ...(from !== undefined && { from }), ...(title !== undefined && { title }) };
  const remarks = { ...(isUnrecalled && { isUnrecalled }), ...(isNewItem && missing.length > 0 && { missing }) };
  return { part, action, version: hashFiles(all), fields, ...remarks, ...names };
}

function isShown(files: readonly ComparedFile[], version: "old" | "now"): boolean {
  const present = files.filter((file) => file[version]);
  return present.length > 0 && !present.some((file) => isMarkedDraft(readText(file.name, file[version]) ?? ""));
}

/** Lists the files of a part: of an item those in its folder. */
export function listPart(part: string, ...folders: string[]): string[] {
  if (part.split("/").some(isIgnored)) return [];
  const list = (folder: string) => {
    // `lstatSync` throws if what should be a folder is a file.
    const stats = existsSync(join(folder, part)) ? lstatSync(join(folder, part)) : undefined;
    if (stats?.isFile()) return [part];
    return stats?.isDirectory() ? listFiles(join(folder, part)).files.map((name) => `${part}/${name}`) : [];
  };
  return [...new Set(folders.flatMap(list))].filter((name) => getPart(name) === part);
}

/** Paths of the two versions. Certificates are many and large, so that only texts are read whole. */
type ComparedFile = { name: string; old: string | undefined; now: string | undefined };

function findFile(folder: string, name: string): string | undefined {
  const file = join(folder, name);
  return isFile(file) ? file : undefined;
}

const isSameFile = (one: string, other: string): boolean =>
  statSync(one).size === statSync(other).size && hashFile(one) === hashFile(other);

/** @param name in the content; what was discarded is kept under other names */
const readText = (name: string, file: string | undefined): string | undefined =>
  file !== undefined && isTextPath(name) ? decodeText(readFileSync(file)) : undefined;

const hashFiles = (files: readonly Pick<ComparedFile, "name" | "now">[]): string =>
  hashList(files.flatMap(({ name, now }) => (now ? { path: name, hash: hashFile(now) } : [])));

export const hashPart = (folder: string, part: string): string =>
  hashFiles(
    listPart(part, folder)
      .sort()
      .map((name) => ({ name, now: findFile(folder, name) })),
  );

function listFieldChanges({ name, old, now }: ComparedFile, findTitle: FindTitle): FieldChange[] {
  const [before, after] = [readVersion(name, old), readVersion(name, now)];
  if (before === undefined || after === undefined)
    return [{ file: name, field: "", ...(!old && { to: "" }), ...(!now && { from: "" }) }];
  // A file of comments alone has nothing of what the other has.
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

/** Items of the same title are told apart by their ids. */
function formatValues({ from, to }: Pick<Edit, "from" | "to">, field: string, findTitle: FindTitle) {
  const formatBoth = (find: FindTitle) => ({
    ...(from !== undefined && { from: format(from, field, find) }),
    ...(to !== undefined && { to: format(to, field, find) }),
  });
  const named = formatBoth(findTitle);
  return named.from === named.to ? formatBoth(() => undefined) : named;
}

/** Reads the fields of a file, and its text as `text`; `undefined` if it has none, or isn't valid. */
function readVersion(name: string, file: string | undefined): unknown {
  const source = readText(name, file);
  if (source === undefined) return undefined;
  const parts = name.endsWith(".md") ? splitFrontMatter(source) : { matter: source, rest: undefined };
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
    const moved = new Set(listMoved(entries));
    return entries.flatMap((entry) => {
      const { name, oldIndex = 0, index = 0 } = entry;
      const place = `${path}[${name}]`;
      const move = { path: `${place}.sort`, from: oldIndex + 1, to: index + 1 };
      return [...(moved.has(entry) ? [move] : []), ...listEdits(entry.from, entry.to, place)];
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

function format(value: unknown, field: string, findTitle: FindTitle): string {
  return listWords(value, field, findTitle).join(" · ").trim().slice(0, maxLength);
}

/** What only programs read doesn't describe an entry. */
const internalFields = ["id", "type", "target"];

function listWords(value: unknown, field: string, findTitle: FindTitle): string[] {
  if (typeof value !== "object" || value === null)
    return [value === true ? "✓" : (findTitle(field, value) ?? String(value))];
  const parts = Object.entries(value).filter(([name, part]) => !internalFields.includes(name) && part !== true);
  return parts.flatMap(([name, part]) => listWords(part, Array.isArray(value) ? field : name, findTitle));
}
