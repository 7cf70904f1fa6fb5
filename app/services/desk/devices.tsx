import type { Request } from "express";
import { endSession, readTokens } from "./login.tsx";
import { sendPage, Table, type DeskResponse } from "./page.tsx";

/** What is known of where the account is logged in, without following anybody. */
export async function showDevices(request: Request, response: DeskResponse): Promise<void> {
  const { desk, owner, account } = response.locals;
  const { t, formatSortableTime } = owner;
  const formatTime = (time: number) => formatSortableTime(new Date(time).toISOString());
  const sessions = await desk.listSessions(account, readTokens(request));
  sendPage(
    response,
    { title: t("desk.devices.title") },
    <>
      <p className="note">{t("desk.devices.lead")}</p>
      <Table
        headings={[t("desk.devices.kind"), t("desk.devices.opened"), t("desk.devices.used")]}
        rows={sessions.map(({ kind, openedAt, usedAt, isOwn }, index) => ({
          key: String(index),
          cells: [
            t(`desk.devices.kinds.${kind}`) + (isOwn ? t("desk.devices.own") : ""),
            formatTime(openedAt),
            formatTime(usedAt),
          ],
        }))}
      />
      <form method="post" action="/desk/devices">
        <button>{t("desk.devices.end")}</button>
      </form>
    </>,
  );
}

export async function endDevices(_request: Request, response: DeskResponse): Promise<void> {
  const { desk, requestId, account } = response.locals;
  const count = await desk.endAllSessions(account);
  desk.log.info({ requestId, account, count }, "desk: logout on all devices");
  endSession(response);
}
