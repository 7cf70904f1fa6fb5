import { href } from "react-router";
import type { Route } from "./+types/route";
import { getDeskVisit } from "../../../http/desk-context.ts";
import { getClientAddress, getServices } from "../../../http/request-context.ts";
import { localizePath, splitLocale } from "../../../i18n/urls.ts";
import { toPartName } from "../../../services/content/publishing/parts.ts";
import { renderPreview } from "../preview/preview.server.ts";

/** Shows a draft to whoever has its link, until it ends. Then there is the site's page of an unknown address. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { params, context } = args;
  const { desk } = getDeskVisit(context);
  const { locale } = splitLocale(`/${params["*"]}`);
  const { t, formatTime } = desk.owners[locale];
  // If the limit can't be checked, the draft is shown.
  const count = getServices(context).limiter.countAttempt("draft", getClientAddress(context));
  const seconds = await count.catch(() => 0);
  if (seconds > 0) {
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(seconds) };
    return new Response(t("desk.shared.limited"), { status: 429, headers });
  }
  const draft = await desk.draftLinks.find(params.token);
  if (!draft) {
    const unknownPath = localizePath("/draft", locale).slice(1);
    return renderPreview({ ...args, params: { "*": unknownPath } }, { base: "", notice: t("desk.shared.ended") });
  }
  const base = href("/desk/shared/:token/*", { token: params.token, "*": "" }).replace(/\/$/, "");
  return renderPreview(args, {
    release: draft,
    shownItem: toPartName(draft.part),
    base,
    notice: t("desk.shared.notice", { time: formatTime(draft.until) }),
  });
}
