import type { Request } from "express";
import { z } from "zod";
import { sendPage, type DeskResponse } from "./page.tsx";

const querySchema = z.object({
  form: z
    .string()
    .regex(/^[\w-]+\/entries\/[\p{L}\p{N}_/.-]+$/u)
    .max(300)
    .optional()
    .catch(undefined),
});

/** Leads to the page of a draft, which the editor shows beside its form: as it would be if it were published, or as it is. */
export async function showDraft(request: Request<{ path: string[] }>, response: DeskResponse): Promise<void> {
  const { desk, owner } = response.locals;
  const { t, locale } = owner;
  const result = await desk.publishing!.getDraft(locale);
  const hasPage = result.outcome === "dry-run" || result.outcome === "unchanged";
  if (!hasPage)
    return sendPage(response, { title: t("desk.tabs.content"), isFrame: true }, <p>{t("desk.publish.noPreview")}</p>);
  const release = result.outcome === "dry-run" ? result.id : "published";
  response.redirect(303, `/desk/preview/${release}/${request.params.path.map(encodeURIComponent).join("/")}`);
}

/** Shows the editor below the header of the desk. The query may name the form that it opens. */
export function showContent(request: Request, response: DeskResponse): void {
  const { t } = response.locals.owner;
  const { form } = querySchema.parse(request.query);
  const place = form ? `#/collections/${form}` : "";
  response.setHeader(
    "Content-Security-Policy",
    `${String(response.getHeader("Content-Security-Policy"))}; frame-src 'self'`,
  );
  sendPage(
    response,
    { title: t("desk.tabs.content"), isFrame: true },
    <>
      {/* The editor shows it after a save. */}
      <p id="saved" className="notice" role="status" hidden>
        {t("desk.content.saved")} <a href="/desk/publish">{t("desk.content.toPublish")}</a>
      </p>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- The editor is a page of this site that needs every right. */}
      <iframe title={t("desk.tabs.content")} src={`/desk/content/editor${place}`} />
    </>,
  );
}
