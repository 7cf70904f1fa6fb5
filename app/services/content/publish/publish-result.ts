import type { Drafts } from "#app/services/content/changes/compare-content.ts";
import type { OutdatedTranslation } from "#app/services/content/changes/outdated-translations.ts";
import type { Problem } from "#app/services/content/problems/problem.ts";
import type { Release } from "#app/services/content/releases/release.ts";
import type { LockHolder } from "#app/services/runtime/process-lock.ts";

/** A problem for a person. `file`: its path in the content folder. `title`: the item's. */
export type ListedProblem = Problem & { title?: string | undefined };

/** `text`: mistakes and missing translations, for a terminal. `remarks`: empty if the content wasn't read. */
type Report = { text: string; remarks: ListedProblem[] };

/** Details that the desk adds. `state`: see `createStateReader`. `undoTo`: the release before the current one. */
type CheckDetails = {
  state?: string;
  outdated?: (OutdatedTranslation & { title?: string | undefined })[];
  undoTo?: Pick<Release, "id" | "time"> | undefined;
};

/** Result of publishing the content folder, or of a dry run. */
export type ContentResult =
  | ({ outcome: "unchanged" } & Report)
  /** `drafts`: how the folder differed from the former release. `vanished`: addresses that become 404s. */
  | ({ outcome: "published" | "dry-run"; drafts: Drafts; vanished: string[] } & Report &
      Pick<Release, "id" | "changes" | "counts">)
  /** `needed`: unselected parts that the selected ones need. */
  | ({ outcome: "mistakes"; mistakes: ListedProblem[]; needed: string[]; drafts: Drafts } & Report);

/**
 * Result of checking, publishing, sharing or undoing. It has no texts in a reader's language, so that one check serves
 * every reader.
 */
export type PublishResult =
  | (ContentResult & CheckDetails)
  | { outcome: "failed"; reason: string; isDiskFull: boolean }
  /** A part has changed since it was displayed. */
  | { outcome: "stale" }
  /** Another process has held the releases' lock for too long. */
  | { outcome: "locked"; holder: LockHolder | undefined }
  /** The process was killed, for lack of memory or by its time limit. */
  | { outcome: "ended" }
  /** `parts`: what the undo took back. `to`: time of the release that is current again. */
  | { outcome: "undone"; parts: string[]; to: string }
  | { outcome: "shared" };
