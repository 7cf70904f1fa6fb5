import { href, redirect, type RouterContextProvider } from "react-router";
import { getDeskVisit } from "#app/http/desk-context.ts";
import ownerTexts from "#app/i18n/messages/cn/owner.json" with { type: "json" };

/** Name of a sentence about what has just been done, in addresses. */
export type Notice = keyof typeof ownerTexts.desk.notices;

/** Leads to a page that says what has just been done. */
export const redirectWithNotice = (notice: Notice, path: string = href("/desk/publish")): Response =>
  redirect(`${path}?notice=${notice}`, 303);

/** Loads what every page of the desk has around its content. */
export async function loadFrame(searchParams: URLSearchParams, context: Readonly<RouterContextProvider>) {
  const { desk, account } = getDeskVisit(context);
  const notice = searchParams.get("notice") ?? "";
  return {
    account,
    hasContent: desk.publishing !== undefined,
    /** Whether the page holds a form that wasn't sent, which a link elsewhere would lose. */
    isUnsent: searchParams.has("unsent"),
    openCount: account === undefined ? 0 : await desk.inbox.count({ isDone: false }),
    notice: Object.hasOwn(ownerTexts.desk.notices, notice) ? (notice as Notice) : undefined,
  };
}
