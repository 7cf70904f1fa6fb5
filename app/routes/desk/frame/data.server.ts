import { href, redirect } from "react-router";
import { getDeskVisit } from "#app/http/desk-context.ts";
import type { Context } from "#app/http/request-context.ts";
import ownerMessages from "#app/i18n/messages/cn/owner.json" with { type: "json" };

/** Name of the last action's notice, in the query. */
export type Notice = keyof typeof ownerMessages.desk.notices;

/** Redirects to a page with the action's notice. */
export const redirectWithNotice = (notice: Notice, path: string = href("/desk/publish")): Response =>
  redirect(`${path}?notice=${notice}`, 303);

export async function loadFrame(searchParams: URLSearchParams, context: Context) {
  const { desk, account } = getDeskVisit(context);
  const notice = searchParams.get("notice") ?? "";
  return {
    account,
    hasContent: desk.publishing !== undefined,
    /** Whether the page has an unsent form, which would be lost by following a link. */
    hasUnsentForm: searchParams.has("unsent"),
    openCount: account === undefined ? 0 : await desk.inbox.count({ isDone: false }),
    notice: Object.hasOwn(ownerMessages.desk.notices, notice) ? (notice as Notice) : undefined,
  };
}
