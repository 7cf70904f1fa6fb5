import { describeChanges, type ContentChange } from "#app/services/content/changes/compare-content.ts";
import { compareParts, hashPart } from "#app/services/content/changes/compare-parts.ts";
import { listPartSource, listSource } from "#app/services/content/releases/fingerprints.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

/** Compares two content folders. */
export function compareContent(before: string, after: string): ContentChange[] {
  const none = createTestFolder();
  return describeChanges(compareParts(listSource(before, none), listSource(after, none)));
}

/** @param folder content folder */
export const hashPartIn = (folder: string, part: string): string => hashPart(listPartSource(folder, part));
