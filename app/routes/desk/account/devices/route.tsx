import { useTranslation } from "react-i18next";
import buttons from "#app/components/ui/button.module.css";
import { getDesk, readDeskTokens } from "#app/http/desk-context.ts";
import { getRequestId } from "#app/http/request-context.ts";
import { endSession } from "#app/routes/desk/account/session.server.ts";
import { DeskPage, Table } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";

/** Lists the account's sessions with kind and times, without data that identifies a device. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { desk, ownerTexts, account } = getDesk(context);
  const sessions = await desk.listSessions(account, readDeskTokens(request));
  return {
    accounts: desk.accounts,
    sessions: sessions.map(({ kind, openedAt, usedAt, isThisBrowser }) => ({
      kind,
      isThisBrowser,
      openedAt: ownerTexts.formatSortableTime(openedAt),
      usedAt: ownerTexts.formatSortableTime(usedAt),
    })),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { desk, account } = getDesk(context);
  const count = await desk.endAllSessions(account);
  desk.log.info({ requestId: getRequestId(context), account, count }, "desk: logout on all devices");
  return endSession(context);
}

export default function Devices({ loaderData: { accounts, sessions } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.devices.title")}>
      <p className="note">{t("desk.devices.lead")}</p>
      <Table
        headings={[t("desk.devices.kind"), t("desk.devices.opened"), t("desk.devices.used")]}
        rows={sessions.map(({ kind, openedAt, usedAt, isThisBrowser }) => [
          t(`desk.devices.kinds.${kind}`) + (isThisBrowser ? t("desk.devices.own") : ""),
          openedAt,
          usedAt,
        ])}
      />
      <form method="post">
        <button className={buttons["primary"]}>{t("desk.devices.end")}</button>
      </form>
      <p className="note">{t("desk.devices.accounts", { accounts })}</p>
    </DeskPage>
  );
}
