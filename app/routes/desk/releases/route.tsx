import { useTranslation } from "react-i18next";
import { getContentDesk } from "#app/http/desk-context.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";
import { describeRelease } from "./data.server.ts";
import { ReleaseRows } from "./rows.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { ownerTexts, publishing } = getContentDesk(context);
  const releases = await publishing.callEditing("listReleases");
  const undos = publishing.listUndos().map(({ account, time, to }) => ({
    time,
    row: { undo: { account, time: ownerTexts.formatSortableTime(time), to: ownerTexts.formatSortableTime(to) } },
  }));
  const rows = releases.map((release) => ({ time: release.time, row: describeRelease(release, ownerTexts) }));
  return [...rows, ...undos].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time)).map(({ row }) => row);
}

export default function Releases({ loaderData: releases }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.releases.title")}>
      <p className="note">{t(releases.length > 0 ? "desk.releases.lead" : "desk.releases.none")}</p>
      <ReleaseRows releases={releases} />
    </DeskPage>
  );
}
