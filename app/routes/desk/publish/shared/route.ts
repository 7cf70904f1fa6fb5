import { getSharedBase } from "#app/http/desk-context.ts";
import { getClientAddress, getServices } from "#app/http/request-context.ts";
import { loadOwnerTranslations } from "#app/i18n/owner-translations.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import { renderPreview } from "#app/routes/desk/publish/preview/preview.server.ts";
import { toPartName } from "#app/services/content/files/parts.ts";
import { verifyPreviewToken } from "#app/services/runtime/signature.ts";
import type { Route } from "./+types/route";

/** Renders a draft for anyone with its link. After the link has expired, renders the site's 404 page. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { params, context } = args;
  const { token } = params;
  const { desk, environment, limiter } = getServices(context);
  const { OWNER_TIME_ZONE, PREVIEW_SECRET } = environment;
  const { locale } = splitLocale(`/${params["*"]}`);
  const until = PREVIEW_SECRET && verifyPreviewToken(token, PREVIEW_SECRET);
  const draft = until ? undefined : await desk?.draftLinks.find(token);
  // The draft is rendered even if the limit can't be checked.
  const waitSecondsPromise = limiter.countAttempt(until || draft ? "draft" : "unknownDraft", getClientAddress(context));
  const waitSeconds = await waitSecondsPromise.catch(() => 0);
  const { t, formatTime } = desk?.texts[locale] ?? (await loadOwnerTranslations(locale, OWNER_TIME_ZONE));
  if (waitSeconds > 0) {
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(waitSeconds) };
    return new Response(t("desk.shared.limited"), { status: 429, headers });
  }
  const base = getSharedBase(token);
  const createOptions = (end: string) => ({ base, notice: t("desk.shared.notice", { time: formatTime(end) }) });
  if (until) return renderPreview(args, { token, ...createOptions(until.toISOString()) });
  if (draft)
    return renderPreview(args, { release: draft, shownItem: toPartName(draft.part), ...createOptions(draft.until) });
  const unknownPath = localizePath("/draft", locale).slice(1);
  return renderPreview({ ...args, params: { "*": unknownPath } }, { base: "", notice: t("desk.shared.ended") });
}
