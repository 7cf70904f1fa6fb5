import type { ContentChange } from "#app/services/content/changes/compare-content.ts";
import type { RefusedChangeError } from "../editor/content-files.ts";

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
