import { describeLocation } from "#app/services/desk/editor/content-names.ts";
import type { ReleaseRow } from "#app/services/desk/publishing/read-releases.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

export const describeRelease = ({ time, by, parts, ...release }: ReleaseRow, ownerTexts: OwnerTexts) => ({
  ...release,
  time: ownerTexts.formatSortableTime(time),
  // The site's start creates the first release, so no account has published it.
  by: by === "start" ? ownerTexts.t("desk.releases.start") : by,
  // A part without a title, such as a batch, is named by its file.
  names: parts.map(({ part, title }) => title ?? describeLocation(part, ownerTexts)),
});
