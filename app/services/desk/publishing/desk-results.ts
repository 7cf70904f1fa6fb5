import type { ContentChange } from "#app/services/content/changes/compare-content.ts";
import type { LockHolder } from "#app/services/runtime/process-lock.ts";
import type { RefusedChangeError } from "../editor/content-files.ts";

type FieldMessage = { file: string; title?: string | undefined; field: string; text: string };

/** `version`: confirms the remark. `sentences`: new sentences, of a remark on an outdated translation. */
type Remarks = { remarks: (FieldMessage & { sentences?: string[]; version?: string })[] };

/** Unpublished changes. `files`: URLs of changed files in `public`. `hidden`: number of unlisted changes. */
type Drafts = { changes: ContentChange[]; files: string[]; hidden: number };

/** The release before the current one, if any. */
type UndoTo = { undoTo?: { id: string; time: string } | undefined };

/** Result of checking, publishing, sharing or undoing. */
export type DeskResult =
  /** A part has changed since it was displayed. `now`: the changes that would be published. */
  | { outcome: "stale"; now?: DeskResult }
  | { outcome: "undone" | "shared" }
  /** Another process has held the releases' lock for too long. */
  | { outcome: "locked"; holder: LockHolder | undefined }
  /** The process was killed, for lack of memory or by its time limit. */
  | { outcome: "ended" }
  | { outcome: "published"; id: string }
  | ({ outcome: "unchanged" } & Remarks & UndoTo)
  | ({ outcome: "dry-run"; id: string } & Drafts & Remarks & UndoTo)
  /** `needed`: unselected parts that the selected ones need. */
  | ({ outcome: "mistakes"; mistakes: FieldMessage[]; needed: string[] } & Drafts & Remarks & UndoTo)
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

/** `version`: hash of the part's current files. `change`: effect of restoring the part. */
export type PartHistory = {
  releases: ReleaseRow[];
  title?: string | undefined;
  version: string;
  change?: ContentChange | undefined;
};

/** `version`: hash of the part's current files. `change`: effect of restoring the discarded files. */
export type DiscardedPart = { part: string; version: string; change?: ContentChange | undefined };

/** A part of the content as displayed. `version`: hash of its files. */
export type ShownPart = { part: string; version?: string };

/** Parts to publish. `includesOthers`: whether all other parts are published with them. */
export type ChosenParts = { parts: readonly ShownPart[]; includesOthers: boolean };

/** `path`: path of the part's page. */
export type DraftToShare = { part: string; path: string; title: string };

/** `sha`: the editor's new version. `isMerged`: the file also has others' edits, which the editor lacks. */
export type SavedFile = { path: string; sha: string; isMerged?: boolean };

/** Result of a save. `problem`: why the author of the edit couldn't be recorded. */
export type SaveResult =
  | { outcome: "saved"; files: SavedFile[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" };
