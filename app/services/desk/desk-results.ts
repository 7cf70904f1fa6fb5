import type { ContentChange } from "../content/publishing/compare-content.ts";
import type { LockHolder } from "../runtime/process-lock.ts";
import type { RefusedChangeError } from "./content-files.ts";

type Mistake = { file: string; title?: string | undefined; field: string; text: string };

/** A text that was left when another language was changed has the new sentences, and a version that may be confirmed. */
type Remarks = { remarks: (Mistake & { sentences?: string[]; version?: string })[] };

/** What isn't published. `files`: of `public`. `hidden`: number of changes that aren't listed. */
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

/** `names`: titles or ids of some items that it changed. */
export type ReleaseRow = { id: string; time: string; by: string; isCurrent: boolean; count: number; names: string[] };

export type ReleaseDetails = { release: ReleaseRow; changes: ContentChange[]; differences: ContentChange[] };

/** `version`: hash of the files of the part as they are now. `change`: what bringing the part back would change. */
export type PartHistory = {
  releases: ReleaseRow[];
  title?: string | undefined;
  version: string;
  change?: ContentChange | undefined;
};

/** A part of the content as somebody has seen it. `version`: hash of its files. */
export type ShownPart = { part: string; version?: string };

/** What is published. `isAll`: with all else. */
export type ChosenParts = { parts: readonly ShownPart[]; isAll: boolean };

/** `path`: of its page. */
export type DraftToShare = { part: string; path: string; title: string };

/** Result of a save. `problem`: why it isn't noted who has saved. */
export type SaveResult =
  | { outcome: "saved"; files: { path: string; sha: string }[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" };
