import { hash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { photoNamePattern, photosPath } from "../../api/contract/pictures.ts";
import { defaultLocale } from "../../../i18n/locales.ts";
import { precompressedSuffixes } from "../../runtime/web/compression.ts";
import { drawnFolders } from "./draw-share-pictures.ts";
import { filesName, indexName, indexVersion, type Change, type Release } from "./release.ts";

type ComparedRelease = Pick<Release, "indexVersion" | "files"> & { folder: string };

type Entry = Omit<Change, "action"> & { hash: string };

/** Without a previous release, everything is added. */
export function compareReleases(previous: ComparedRelease | undefined, present: ComparedRelease): Change[] {
  // An index of another version can't be read.
  const isComparable = !previous || previous.indexVersion === indexVersion;
  const listEntries = ({ folder, files }: ComparedRelease) => {
    const entries = [...(isComparable ? listIndexEntries(join(folder, indexName)) : []), ...listFileEntries(files)];
    return new Map(entries.map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  };
  const [before, after] = [previous ? listEntries(previous) : new Map<string, Entry>(), listEntries(present)];
  const toChange = (action: Change["action"], { hash: _hash, ...entry }: Entry): Change => ({ action, ...entry });
  return [
    ...[...after]
      .filter(([key, entry]) => before.get(key)?.hash !== entry.hash)
      .map(([key, entry]) => toChange(before.has(key) ? "changed" : "added", entry)),
    ...[...before].filter(([key]) => !after.has(key)).map(([, entry]) => toChange("removed", entry)),
  ];
}

/** The rows of an index: items, and the documents and old addresses, whose languages are joined. */
const rowsQuery = `
  SELECT kind, id, max(CASE locale WHEN :locale THEN row ->> 'title' END) AS title,
    json_group_array(json_array(locale, row, info, names, opens, closes) ORDER BY locale) AS data
  FROM item GROUP BY kind, id
  UNION ALL SELECT 'document', name, NULL, json_group_array(json_array(locale, data) ORDER BY locale) FROM document GROUP BY name
  UNION ALL SELECT 'redirect', path, NULL, json_group_array(json_array(locale, target) ORDER BY locale) FROM redirect GROUP BY path
`;

function listIndexEntries(index: string): Entry[] {
  const database = new DatabaseSync(index, { readOnly: true });
  try {
    const rows = database.prepare(rowsQuery).iterate({ locale: defaultLocale });
    return Array.from(rows as Iterable<{ kind: string; id: string; title: string | null; data: string }>, (row) => {
      const { kind, id, title, data } = row;
      return { kind, id, ...(title !== null && { title }), hash: hash("sha1", data) };
    });
  } finally {
    database.close();
  }
}

/** Lists the files that were copied from `public`. The others are made from the content. */
function listFileEntries(files: Release["files"]): Entry[] {
  const paths = new Set(files.map(({ path }) => path));
  const isCompressed = (path: string) =>
    Object.values(precompressedSuffixes).some(
      (suffix) => path.endsWith(suffix) && paths.has(path.slice(0, -suffix.length)),
    );
  return files
    .filter(({ path }) => path.startsWith(`${filesName}/`) && !isCompressed(path))
    .map(({ path, hash: bytes }) => ({ kind: "file", id: path.slice(filesName.length), hash: bytes }))
    .filter(({ id }) => !isMade(id));
}

function isMade(path: string): boolean {
  const [, folder, name = ""] = path.split("/");
  if (`/${folder}` === photosPath) return photoNamePattern.test(name);
  return folder === drawnFolders.icons || folder === drawnFolders.sharePictures;
}
