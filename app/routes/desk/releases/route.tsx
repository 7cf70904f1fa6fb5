import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import { getDesk, getPublishing } from "../../../http/desk-context.ts";
import { describeRelease } from "./data.server.ts";
import { ReleaseRows } from "./rows.tsx";
import { DeskPage } from "../page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { releases } = await getPublishing(context).listReleases();
  return releases.map((release) => describeRelease(release, getDesk(context).owner));
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
