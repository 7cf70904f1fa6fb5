import type { ContentChange } from "#app/services/content/changes/compare-content.ts";
import type { LockHolder } from "#app/services/runtime/process-lock.ts";
import type { RefusedChangeError } from "../editor/content-files.ts";

type Mistake = { file: string; title?: string | undefined; field: string; text: string };

/** An outdated translation's remark has the new sentences, and a version to confirm. */
type Remarks = { remarks: (Mistake & { sentences?: string[]; version?: string })[] };

/** Unpublished changes. `files`: URLs of files of `public`. `hidden`: number of unlisted changes. */
type Drafts = { changes: ContentChange[]; files: string[]; hidden: number };

/** The release before the current one; missing if there is none. */
type UndoTo = { undoTo?: { id: string; time: string } | undefined };

/** Result of checking, publishing or going back, in the caller's language. */
export type DeskResult =
  /** A part changed after it was displayed. `now`: what would be published. */
  | { outcome: "stale"; now?: DeskResult }
  | { outcome: "undone" | "shared" }
  /** Another process has held the releases for too long. */
  | { outcome: "locked"; holder: LockHolder | undefined }
  /** The process was killed, for lack of memory or after its time limit. */
  | { outcome: "ended" }
  | { outcome: "published"; id: string }
  | ({ outcome: "unchanged" } & Remarks & UndoTo)
  | ({ outcome: "dry-run"; id: string } & Drafts & Remarks & UndoTo)
  /** `needed`: unchosen parts that the chosen ones need. */
  | ({ outcome: "mistakes"; mistakes: Mistake[]; needed: string[] } & Drafts & Remarks & UndoTo)
  | ({ outcome: "failed"; text: string } & UndoTo);

/** `parts`: some of the changed parts. */
export type ReleaseRow = {
  id: string;
  time: string;
  by: string;
  isCurrent: boolean;
  count: number;
  parts: { part: string; title?: string | undefined }[];
};

export type ReleaseDetails = { release: ReleaseRow; changes: ContentChange[]; differences: ContentChange[] };

/** `version`: hash of the part's current files. `change`: what restoring the part would change. */
export type PartHistory = {
  releases: ReleaseRow[];
  title?: string | undefined;
  version: string;
  change?: ContentChange | undefined;
};

/** `version`: hash of the part's current files. `change`: what restoring the discarded files would change. */
export type DiscardedPart = { part: string; version: string; change?: ContentChange | undefined };

/** A part of the content as displayed to a person. `version`: hash of its files. */
export type ShownPart = { part: string; version?: string };

/** Parts to publish. `isAll`: with all other parts. */
export type ChosenParts = { parts: readonly ShownPart[]; isAll: boolean };

/** `path`: path of its page. */
export type DraftToShare = { part: string; path: string; title: string };

/** `sha`: the editor's new version. `isMerged`: the file has others' edits, too, which the editor lacks. */
export type SavedFile = { path: string; sha: string; isMerged?: boolean };

/** Result of a save. `problem`: why the save wasn't logged. */
export type SaveResult =
  | { outcome: "saved"; files: SavedFile[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" };
