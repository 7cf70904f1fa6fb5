import { href, redirect } from "react-router";
import { getDeskVisit } from "#app/http/desk-context.ts";
import type { PageArgs } from "#app/http/responses.ts";
import ownerMessages from "#app/i18n/messages/cn/owner.json" with { type: "json" };
import { isSameOrigin } from "#app/services/runtime/web/same-origin.ts";

/** Name of the last action's notice, in the query. */
export type Notice = keyof typeof ownerMessages.desk.notices;

/** Redirects to a page with the action's notice. */
export const redirectWithNotice = (notice: Notice, path: string = href("/desk/publish")): Response =>
  redirect(`${path}?notice=${notice}`, 303);

export async function loadFrame({ request, url, context }: PageArgs) {
  const { desk, account } = getDeskVisit(context);
  const { searchParams, origin } = url;
  // A link from elsewhere can't claim that something was done.
  const sender = URL.parse(request.headers.get("Referer") ?? "")?.origin;
  const getHeader = (name: string) => (name === "Origin" ? sender : request.headers.get(name));
  const isAfterForm = isSameOrigin({ get: getHeader }, origin, desk.environment.SITE_URL);
  const notice = (isAfterForm && searchParams.get("notice")) || "";
  return {
    account,
    hasContent: desk.publishing !== undefined,
    /** Whether the page has an unsent form, which would be lost by following a link. */
    hasUnsentForm: searchParams.has("unsent"),
    openCount: account === undefined ? 0 : await desk.inbox.count({ isDone: false }),
    notice: Object.hasOwn(ownerMessages.desk.notices, notice) ? (notice as Notice) : undefined,
  };
}
