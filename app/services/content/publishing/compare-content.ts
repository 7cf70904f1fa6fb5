import { DatabaseSync } from "node:sqlite";
import { photoNamePattern, photosPath } from "../../api/contract/pictures.ts";
import { defaultLocale } from "../../../i18n/locales.ts";
import type { Change, Release } from "./release.ts";
import { precompressedSuffixes } from "../../../../server/precompress.ts";
import { drawnFolders } from "./draw-share-pictures.ts";

/** Tables of an index without content. */
const emptyTables = `
  CREATE TABLE previous.item (kind, locale, id, opens, closes, row, info, names);
  CREATE TABLE previous.document (name, locale, data);
  CREATE TABLE previous.redirect (path, locale, target);
  CREATE TABLE previous.synonym (key, meaning, place, written);
`;

const itemQuery = `
  SELECT 'added' AS action, kind, id, row ->> 'title' AS title FROM present.item
  WHERE locale = :locale AND (kind, id) NOT IN (SELECT kind, id FROM previous.item)
  UNION ALL
  SELECT 'removed', kind, id, row ->> 'title' FROM previous.item
  WHERE locale = :locale AND (kind, id) NOT IN (SELECT kind, id FROM present.item)
  UNION ALL
  SELECT 'changed', kind, id, row ->> 'title' FROM present.item
  WHERE locale = :locale AND (kind, id) IN (
    SELECT present.kind, present.id
    FROM present.item AS present JOIN previous.item AS previous USING (kind, locale, id)
    WHERE (present.row, present.info, present.names, present.opens, present.closes)
      IS NOT (previous.row, previous.info, previous.names, previous.opens, previous.closes)
  )
`;

/**
 * Compares two versions of the compiled content.
 * @param previous the index of the previous release; if there is none, everything counts as added
 * @returns changes of items by their kind, and of the kinds `document`, `redirect` and `synonyms`
 */
export function compareIndexes(previous: string | undefined, present: string): Change[] {
  const database = new DatabaseSync(":memory:");
  try {
    database.prepare("ATTACH ? AS present").run(present);
    database.prepare("ATTACH ? AS previous").run(previous ?? ":memory:");
    if (previous === undefined) database.exec(emptyTables);
    const items = database.prepare(itemQuery).all({ locale: defaultLocale }) as Change[];
    return [
      ...items.map((change) => ({ ...change })),
      ...compareTables("document", readDocuments(database, "previous"), readDocuments(database, "present")),
      ...compareTables("redirect", readRedirects(database, "previous"), readRedirects(database, "present")),
      ...compareTables("synonyms", readSynonyms(database, "previous"), readSynonyms(database, "present")),
    ];
  } finally {
    database.close();
  }
}

/** Files of a release, and whether one of them was drawn instead of copied from `public`. */
type FileSet = { files: Release["files"]; isDrawn: (path: string) => boolean };

/** Compares the files of two releases, without those that are made from other files. */
export function compareFiles(previous: FileSet, present: FileSet): Change[] {
  const folders = Object.values(drawnFolders).map((folder) => `files/${folder}/`);
  // The item that shows a stored photo is listed as changed.
  const isStoredPhoto = (path: string) =>
    path.startsWith(`files${photosPath}/`) && photoNamePattern.test(path.split("/").at(-1)!);
  const isCompressed = (path: string) => Object.values(precompressedSuffixes).some((suffix) => path.endsWith(suffix));
  const earlierHashes = new Map(previous.files.map(({ path, hash }) => [path, hash]));
  const laterHashes = new Map(present.files.map(({ path, hash }) => [path, hash]));
  // An icon or a share picture may also be a file of the owner. Only files that differ are read.
  const isDerived = (path: string, { isDrawn }: FileSet) =>
    isCompressed(path) ||
    isStoredPhoto(path) ||
    (folders.some((folder) => path.startsWith(folder)) &&
      (earlierHashes.get(path) === laterHashes.get(path) || isDrawn(path)));
  const toTable = (set: FileSet) =>
    new Map(
      set.files
        .filter(({ path }) => path.startsWith("files/") && !isDerived(path, set))
        .map(({ path, hash }) => [path.slice("files".length), hash]),
    );
  return compareTables("file", toTable(previous), toTable(present));
}

function compareTables(kind: string, previous: Map<string, string>, present: Map<string, string>): Change[] {
  const ids = [...new Set([...previous.keys(), ...present.keys()])].sort();
  return ids.flatMap((id): Change[] => {
    if (previous.get(id) === present.get(id)) return [];
    return [{ action: previous.has(id) ? (present.has(id) ? "changed" : "removed") : "added", kind, id }];
  });
}

type Schema = "previous" | "present";

/** Returns documents by name, without the totals of categories, because changed items are listed themselves. */
function readDocuments(database: DatabaseSync, schema: Schema): Map<string, string> {
  const rows = database.prepare(`SELECT name, locale, data FROM ${schema}.document ORDER BY name, locale`).all();
  const documents = new Map<string, string>();
  for (const { name, locale, data } of rows as { name: string; locale: string; data: string }[]) {
    const text = name.startsWith("categories ") ? data.replaceAll(/"total":\d+,?/g, "") : data;
    documents.set(name, `${documents.get(name) ?? ""}${locale} ${text}\n`);
  }
  return documents;
}

function readRedirects(database: DatabaseSync, schema: Schema): Map<string, string> {
  const rows = database.prepare(`SELECT path, locale, target FROM ${schema}.redirect ORDER BY path, locale`).all();
  const redirects = new Map<string, string>();
  for (const { path, locale, target } of rows as { path: string; locale: string; target: string }[]) {
    redirects.set(path, `${redirects.get(path) ?? ""}${locale} ${target}\n`);
  }
  return redirects;
}

function readSynonyms(database: DatabaseSync, schema: Schema): Map<string, string> {
  const rows = database.prepare(`SELECT key, meaning, place, written FROM ${schema}.synonym ORDER BY 1, 2, 3`).all();
  return new Map(rows.length > 0 ? [["synonyms", JSON.stringify(rows)]] : []);
}
