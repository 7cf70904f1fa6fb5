/** Releases of the content, which all nodes share. `description` is the text of `release.json`. */
type ReleaseTable = { id: string; description: string };

/** A single row: the release that visitors see. */
type CurrentReleaseTable = { id: number; release: string | null };

/** Files of each release by the hash of their content. */
type ReleaseFileTable = { release: string; hash: string };

/** Content of the files by hash, in compressed parts. A part has 1 MiB before compression. */
type ReleasePartTable = { hash: string; part: number; bytes: Buffer };

/** Tables of the releases, which `app/services/content/publishing` reads and writes. */
export type ReleaseTables = {
  release: ReleaseTable;
  current_release: CurrentReleaseTable;
  release_file: ReleaseFileTable;
  release_part: ReleasePartTable;
};
