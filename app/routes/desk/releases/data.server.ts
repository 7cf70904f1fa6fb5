import { describeLocation } from "#app/services/desk/content-names.ts";
import type { ReleaseRow } from "#app/services/desk/publishing/desk-results.ts";
import type { Owner } from "#app/services/submissions/inbox/owner.ts";

export const describeRelease = ({ time, by, parts, ...release }: ReleaseRow, owner: Owner) => ({
  ...release,
  time: owner.formatSortableTime(time),
  // The start creates the first release.
  by: by === "start" ? owner.t("desk.releases.start") : by,
  // Records and documents have no title.
  names: parts.map(({ part, title }) => title ?? describeLocation(part, undefined, "", owner)),
});
