import { href, redirect } from "react-router";
import { getDesk, getPublishing } from "#app/http/desk-context.ts";
import type { Route } from "./+types/route";
import { publishedName, renderPreview } from "./preview.server.ts";

/** Responds with the page at this path as if all drafts were published. */
export function loader(args: Route.LoaderArgs): Response | Promise<Response> {
  const { params, context } = args;
  const isPublished = params.release === publishedName;
  const release = isPublished ? undefined : getPublishing(context).findPreview(params.release);
  if (!isPublished && !release) return redirect(href("/desk/publish"), 303);
  const base = href("/desk/preview/:release/*", { release: params.release, "*": "" }).replace(/\/$/, "");
  const { t } = getDesk(context).ownerTexts;
  const texts = { notice: t("desk.publish.isPreview"), missing: t("desk.publish.notInPreview") };
  return renderPreview(args, { ...(release && { release }), base, ...texts });
}
