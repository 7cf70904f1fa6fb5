import { describeLocation } from "#app/services/desk/content-names.ts";
import type { ReleaseRow } from "#app/services/desk/publishing/desk-results.ts";
import type { OwnerTexts } from "#app/services/submissions/inbox/owner-texts.ts";

export const describeRelease = ({ time, by, parts, ...release }: ReleaseRow, ownerTexts: OwnerTexts) => ({
  ...release,
  time: ownerTexts.formatSortableTime(time),
  // The start creates the first release.
  by: by === "start" ? ownerTexts.t("desk.releases.start") : by,
  // Records and documents have no title.
  names: parts.map(({ part, title }) => title ?? describeLocation(part, undefined, "", ownerTexts)),
});
