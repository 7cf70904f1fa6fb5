import { getKindName } from "../../../services/desk/content-names.ts";
import type { ReleaseRow } from "../../../services/desk/desk-results.ts";
import type { Owner } from "../../../services/submissions/inbox/owner.ts";

export const describeRelease = ({ time, by, names, ...release }: ReleaseRow, owner: Owner) => ({
  ...release,
  time: owner.formatSortableTime(time),
  // The first release is made at the start.
  by: by === "start" ? owner.t("desk.releases.start") : by,
  // Documents have no title.
  names: names.map((name) => getKindName(name, owner)),
});
