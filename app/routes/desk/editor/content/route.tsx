import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { z } from "zod";
import { createPolicyWithoutScripts } from "#app/http/content-security-policy.ts";
import { getPublishing } from "#app/http/desk-context.ts";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";

const formSchema = z
  .string()
  .regex(/^[\w-]+\/(?:new|entries\/[\p{L}\p{N}_/.-]+)$/u)
  .max(300)
  .optional()
  .catch(undefined);

/** Renders the editor. The query may name a form to open, for example `news/new`. */
export function loader({ url, context }: Route.LoaderArgs) {
  getPublishing(context);
  return { form: formSchema.parse(url.searchParams.get("form") ?? undefined) };
}

export const headers: Route.HeadersFunction = () => ({
  "Content-Security-Policy": createPolicyWithoutScripts("'self'"),
});

export default function Content({ loaderData: { form } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  const fragment = form ? `#/collections/${form}` : "";
  return (
    <DeskPage title={t("desk.tabs.content")} hasFullHeight>
      {/* The editor reveals this notice after a save. */}
      <p id="saved" className="notice" role="status" hidden>
        {t("desk.content.saved")} <a href={href("/desk/publish")}>{t("desk.content.toPublish")}</a>
      </p>
      <p id="merged" className="notice" role="status" hidden>
        {t("desk.content.merged")} <a href={href("/desk/content")}>{t("desk.content.openAnew")}</a>
      </p>
      <p id="other-tab" className="notice problem" role="alert" hidden>
        {t("desk.content.otherTab")}
      </p>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- The editor is a page of this site that needs every right. */}
      <iframe title={t("desk.tabs.content")} src={href("/desk/content/editor") + fragment} />
    </DeskPage>
  );
}
