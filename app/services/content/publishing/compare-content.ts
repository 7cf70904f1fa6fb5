import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { photoNamePattern, photosPath } from "../../api/contract/pictures.ts";
import { defaultLocale } from "../../../i18n/locales.ts";
import { precompressedSuffixes } from "../../runtime/precompress.ts";
import { drawnFolders } from "./draw-share-pictures.ts";
import { filesName, indexName, indexVersion, type Change, type Release } from "./release.ts";

/** Something that a release has, with a hash of its content. */
type Entry = Pick<Change, "kind" | "id" | "title"> & { hash: string };

type Row = { kind: string; id: string; title: string | null; data: string };

/** The rows of an index: items, and the documents and old addresses, whose languages are joined. */
const rowsQuery = `
  SELECT kind, id, max(CASE locale WHEN :locale THEN row ->> 'title' END) AS title,
    json_group_array(json_array(locale, row, info, names, opens, closes) ORDER BY locale) AS data
  FROM item GROUP BY kind, id
  UNION ALL SELECT 'document', name, NULL, json_group_array(json_array(locale, data) ORDER BY locale) FROM document GROUP BY name
  UNION ALL SELECT 'redirect', path, NULL, json_group_array(json_array(locale, target) ORDER BY locale) FROM redirect GROUP BY path
`;

/** Lists the entries of an index. */
function listIndexEntries(index: string): Entry[] {
  const database = new DatabaseSync(index, { readOnly: true });
  try {
    const rows = database.prepare(rowsQuery).iterate({ locale: defaultLocale }) as Iterable<Row>;
    return Array.from(rows, ({ kind, id, title, data }) => {
      return { kind, id, ...(title !== null && { title }), hash: hash("sha1", data) };
    });
  } finally {
    database.close();
  }
}

/** Lists the files of a release that were copied from `public`. The others are made from the content. */
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

/** Whether publishing makes a file of this path: an icon, a share picture or a stored photo. */
function isMade(path: string): boolean {
  const [, folder, name = ""] = path.split("/");
  if (`/${folder}` === photosPath) return photoNamePattern.test(name);
  return folder === drawnFolders.icons || folder === drawnFolders.sharePictures;
}

/** A release, or what will be one, and the folder that it is in. */
type ComparedRelease = Pick<Release, "indexVersion" | "files"> & { folder: string };

/** Lists the differences between two releases. Without a previous one, everything is added. */
export function compareReleases(previous: ComparedRelease | undefined, present: ComparedRelease): Change[] {
  const previousIndex = previous && join(previous.folder, indexName);
  // An index of another version can't be read.
  const isComparable = !previous || (previous.indexVersion === indexVersion && existsSync(previousIndex!));
  const listEntries = ({ folder, files }: ComparedRelease) => [
    ...(isComparable ? listIndexEntries(join(folder, indexName)) : []),
    ...listFileEntries(files),
  ];
  return compareEntries(previous ? listEntries(previous) : [], listEntries(present));
}

/** Lists the differences between two lists of entries: what is new or changed in the order of `present`, then what is gone. */
function compareEntries(previous: readonly Entry[], present: readonly Entry[]): Change[] {
  const toKey = ({ kind, id }: Entry) => `${kind} ${id}`;
  const previousHashes = new Map(previous.map((entry) => [toKey(entry), entry.hash]));
  const presentKeys = new Set(present.map(toKey));
  const toChange = (action: Change["action"], { hash: _hash, ...entry }: Entry): Change => ({ action, ...entry });
  return [
    ...present.flatMap((entry): Change[] => {
      const earlierHash = previousHashes.get(toKey(entry));
      if (earlierHash === entry.hash) return [];
      return [toChange(earlierHash === undefined ? "added" : "changed", entry)];
    }),
    ...previous.filter((entry) => !presentKeys.has(toKey(entry))).map((entry) => toChange("removed", entry)),
  ];
}
