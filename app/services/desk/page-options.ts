import type { Request, Response } from "express";
import ownerTexts from "../../i18n/messages/cn/owner.json" with { type: "json" };
import type { Desk } from "./desk.ts";
import { getOwner } from "./desk-request.ts";
import { sendPage, type Notice, type PageOptions } from "./page.tsx";

type TabName = NonNullable<PageOptions["tabs"]>[number]["name"];

/** Shows that there is no such page. */
export function sendNotFound(desk: Desk, request: Request, response: Response): void {
  const owner = getOwner(desk, request);
  sendPage(response, { owner, title: owner.t("desk.notFound") }, undefined, 404);
}

/** Creates what all pages behind the login have in common. */
export async function createPageOptions(desk: Desk, request: Request, response: Response, current: TabName) {
  const names: TabName[] = ["messages", ...(desk.publishing ? (["content", "publish"] as const) : []), "searches"];
  const openCount = await desk.inbox.countOpen();
  const { notice } = request.query;
  const isNotice = typeof notice === "string" && Object.hasOwn(ownerTexts.desk.notices, notice);
  return {
    owner: getOwner(desk, request),
    account: response.locals["account"] as string,
    tabs: names.map((name) => ({
      name,
      isCurrent: name === current,
      ...(name === "messages" && { count: openCount }),
    })),
    notice: isNotice ? (notice as Notice) : undefined,
  } satisfies Partial<PageOptions>;
}
