import { formatZonedTime } from "../../runtime/zoned-time.ts";
import type { Change, Release } from "./release.ts";

/** Maximum number of printed changes. The others are only counted. */
const maxLines = 100;

const signs = { added: "+", changed: "~", removed: "-" } as const;

/** Describes changes for a person, a line each: `~ product huang-qi  黄芪`. */
export function describeChanges(changes: readonly Change[]): string {
  const lines = changes
    .slice(0, maxLines)
    .map(({ action, kind, id, title }) => `${signs[action]} ${kind} ${id}${title ? `  ${title}` : ""}`);
  if (changes.length > maxLines) lines.push(`… and ${changes.length - maxLines} more`);
  return lines.join("\n");
}

/** Describes how many changes a release has: `2 added, 1 changed`. */
export function describeCounts({ counts }: Pick<Release, "counts">): string {
  const parts = Object.entries(counts).flatMap(([action, count]) => (count > 0 ? [`${count} ${action}`] : []));
  return parts.join(", ") || "nothing";
}

/**
 * Describes releases for a person, a line each, the newest first. `*` marks the current one.
 * @param timeZone `OWNER_TIME_ZONE`
 */
export function describeHistory(releases: readonly Release[], currentId: string | undefined, timeZone: string): string {
  if (releases.length === 0) return "There is no release yet.";
  return releases
    .map((release) => {
      const { id, time, by } = release;
      const zonedTime = formatZonedTime(new Date(time), timeZone);
      return `${id === currentId ? "*" : " "} ${id}  ${zonedTime}  ${by}  ${describeCounts(release)}`;
    })
    .join("\n");
}
