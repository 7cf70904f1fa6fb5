import type { ContentChange } from "#app/services/content/changes/compare-content.ts";
import type { LockHolder } from "#app/services/runtime/process-lock.ts";
import type { RefusedChangeError } from "../editor/content-files.ts";

type Mistake = { file: string; title?: string | undefined; field: string; text: string };

/** A text that was left when another language was changed has the new sentences, and a version that may be confirmed. */
type Remarks = { remarks: (Mistake & { sentences?: string[]; version?: string })[] };

/** What isn't published. `files`: addresses of files of `public`. `hidden`: number of changes that aren't listed. */
type Drafts = { changes: ContentChange[]; files: string[]; hidden: number };

/** The release before the current one; missing if there is none. */
type UndoTo = { undoTo?: { id: string; time: string } | undefined };

/** Result of a check, of publishing, or of going back, in the language of who asks. */
export type DeskResult =
  /** A part isn't as it was shown. `now`: what would be published. */
  | { outcome: "stale"; now?: DeskResult }
  | { outcome: "undone" | "shared" }
  /** Another process has held the releases for too long. */
  | { outcome: "locked"; holder: LockHolder | undefined }
  /** The process was killed, for lack of memory or because it took too long. */
  | { outcome: "ended" }
  | { outcome: "published"; id: string }
  | ({ outcome: "unchanged" } & Remarks & UndoTo)
  | ({ outcome: "dry-run"; id: string } & Drafts & Remarks & UndoTo)
  /** `needed`: parts that weren't chosen, and which the chosen ones need. */
  | ({ outcome: "mistakes"; mistakes: Mistake[]; needed: string[] } & Drafts & Remarks & UndoTo)
  | ({ outcome: "failed"; text: string } & UndoTo);

/** `parts`: some of those that it changed. */
export type ReleaseRow = {
  id: string;
  time: string;
  by: string;
  isCurrent: boolean;
  count: number;
  parts: { part: string; title?: string | undefined }[];
};

export type ReleaseDetails = { release: ReleaseRow; changes: ContentChange[]; differences: ContentChange[] };

/** `version`: hash of the files of the part as they are now. `change`: what bringing the part back would change. */
export type PartHistory = {
  releases: ReleaseRow[];
  title?: string | undefined;
  version: string;
  change?: ContentChange | undefined;
};

/** `version`: hash of the files of the part as they are now. `change`: what bringing back what was discarded of it would change. */
export type DiscardedPart = { part: string; version: string; change?: ContentChange | undefined };

/** A part of the content as somebody has seen it. `version`: hash of its files. */
export type ShownPart = { part: string; version?: string };

/** What is published. `isAll`: with all else. */
export type ChosenParts = { parts: readonly ShownPart[]; isAll: boolean };

/** `path`: of its page. */
export type DraftToShare = { part: string; path: string; title: string };

/** `sha`: the version that the editor has then. `isMerged`: the file has edits of others, too, which the editor doesn't have. */
export type SavedFile = { path: string; sha: string; isMerged?: boolean };

/** Result of a save. `problem`: why it isn't noted who has saved. */
export type SaveResult =
  | { outcome: "saved"; files: SavedFile[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" };
