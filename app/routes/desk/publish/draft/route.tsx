import { useTranslation } from "react-i18next";
import { href, redirect } from "react-router";
import { getPublishing } from "#app/http/desk-context.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { publishedName } from "#app/routes/desk/publish/preview/preview.server.ts";
import type { Route } from "./+types/route";

/** Redirects to a draft's preview, which the editor opens next to its form. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const result = await getPublishing(context).getDraft();
  if (result.outcome !== "dry-run" && result.outcome !== "unchanged") return null;
  const release = result.outcome === "dry-run" ? result.id : publishedName;
  return redirect(href("/desk/preview/:release/*", { release, "*": params["*"] }), 303);
}

export default function Draft() {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.tabs.content")} hasFullHeight>
      <p>{t("desk.publish.noPreview")}</p>
    </DeskPage>
  );
}
