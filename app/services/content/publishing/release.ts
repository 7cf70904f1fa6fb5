import { z } from "zod";

/**
 * Version of the index that `compileContent` writes and `openContentIndex` reads. Increase it when the code can't read indexes of
 * earlier code. Releases with another version are compiled again and never opened.
 */
export const indexVersion = 8;

/** Maximum number of releases, including the current one. Older ones are deleted. */
export const maxReleases = 50;

/** Maximum number of changes that a release lists. Further changes are only counted. */
export const maxListedChanges = 500;

/** Path of a file in the folder of a release. Absolute paths and `..` are rejected. */
const filePathSchema = z
  .string()
  .max(1000)
  .refine(
    (path) => path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\\0]/.test(path),
    "must be a path inside the release",
  );

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const changeSchema = z.object({
  action: z.enum(["added", "changed", "removed"]),
  /** A content kind, or `document`, `redirect` or `file`. */
  kind: z.string().max(100),
  id: z.string().max(1000),
  /** Title of an item in the default language. */
  title: z.string().max(1000).optional(),
});

/** Schema of `release.json`. */
export const releaseSchema = z.object({
  /** An id such as `2026-11-21T054512Z-a3f9c1`. Ids of the same second aren't in the order of publishing. */
  id: z.string().regex(/^\d{4}-\d\d-\d\dT\d{6}Z-[0-9a-f]{6}$/),
  /** Time of publishing in ISO 8601. */
  time: z.iso.datetime(),
  /** User or command that published it. */
  by: z.string().max(200),
  /** Id of the release that was current before. */
  previous: z.string().max(100).optional(),
  /** Hash of the content folder and of `public`. */
  folder: hashSchema,
  /** `indexVersion` of the code that compiled it. */
  indexVersion: z.int(),
  /** Hash of the code that compiled it. */
  compiler: hashSchema,
  changes: z.array(changeSchema).max(maxListedChanges),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  files: z.array(z.object({ path: filePathSchema, hash: hashSchema, size: z.int().nonnegative() })),
});

/** Description of a release, which is the compiled content and its files at one time. */
export type Release = z.output<typeof releaseSchema>;

/** A difference between a release and the one before. */
export type Change = z.output<typeof changeSchema>;

/** Sorts releases by the time of publishing, the newest first. */
export const compareNewestFirst = (one: Release, other: Release) => Date.parse(other.time) - Date.parse(one.time);

/** Name of the index in the folder of a release. */
export const indexName = "content.sqlite";

/** Name of the folder, in the folder of a release, with the files that the site serves. */
export const filesName = "files";

/** Name of the folder, in the folder of a release, with what it was made from: `content` and `public`. */
export const sourceName = "source";
