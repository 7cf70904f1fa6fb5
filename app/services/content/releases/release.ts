import { z } from "zod";

/** Increase this if the code can't read earlier indexes. Releases of other versions are recompiled, not opened. */
export const indexVersion = 9;

export const maxReleases = 50;

/** Maximum number of listed changes; `counts` includes all changes. */
export const maxListedChanges = 500;

/** Rejects absolute paths and `..`. */
export const filePathSchema = z
  .string()
  .max(1000)
  .refine(
    (path) => path.split("/").every((part) => part !== "" && part !== "." && part !== "..") && !/[\\\0]/.test(path),
    "must be a path inside the release",
  );

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

const changeSchema = z.object({
  action: z.enum(["added", "changed", "removed"]),
  /** Folder of an item or a record, or `document` or `file`. Earlier code also wrote `redirect`. */
  kind: z.string().max(100),
  id: z.string().max(1000),
  /** Title of the item, or name of the herb. */
  title: z.string().max(1000).optional(),
});

export const releaseSchema = z.object({
  /** Id such as `2026-11-21T054512Z-a3f9c1`. Within a second, ids don't follow the publishing order. */
  id: z.string().regex(/^\d{4}-\d\d-\d\dT\d{6}Z-[0-9a-f]{6}$/),
  time: z.iso.datetime(),
  /** User or command that published the release. */
  by: z.string().max(200),
  previous: z.string().max(100).optional(),
  /** Hash of the content folder and of `public`. */
  folder: hashSchema,
  indexVersion: z.int(),
  /** Hash of the code that compiled the release. */
  compiler: hashSchema,
  changes: z.array(changeSchema).max(maxListedChanges),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
  files: z.array(z.object({ path: filePathSchema, hash: hashSchema, size: z.int().nonnegative() })),
});

export type Release = z.output<typeof releaseSchema>;

export type Change = z.output<typeof changeSchema>;

export const compareNewestFirst = (one: Release, other: Release) => Date.parse(other.time) - Date.parse(one.time);

/** Names in a release's folder: the index, the served files, and the sources (`content` and `public`). */
export const indexName = "content.sqlite";
export const filesName = "files";
export const sourceName = "source";
