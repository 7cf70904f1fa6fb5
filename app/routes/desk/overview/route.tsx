import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { getDesk } from "#app/http/desk-context.ts";
import { DeskPage, LinkRow, RowSection } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";
import { loadOverview } from "./data.server.ts";

export const loader = ({ context }: Route.LoaderArgs) => loadOverview(getDesk(context));

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { messages, drafts, outdatedCount, claimCount, canPublish, lastEdit, announcements, settingsToCheck } =
    loaderData;
  const { t } = useTranslation("owner");
  const publishPath = href("/desk/publish");
  return (
    <DeskPage title={t("desk.overview.title")}>
      {canPublish && (
        <p className="buttons">
          <a
            className={buttons["primary"]}
            href={`${href("/desk/content")}?${new URLSearchParams({ form: "news/new" })}`}
          >
            {t("desk.overview.news")}
          </a>
          <a className={buttons["quiet"]} href={href("/desk/batches/:number", { number: "new" })}>
            {t("desk.batch.new")}
          </a>
        </p>
      )}
      <RowSection title={t("desk.overview.open")}>
        <LinkRow to={href("/desk/messages")}>
          {t("desk.overview.messages", { today: messages.today, count: messages.open })}
        </LinkRow>
        {messages.waiting > 0 && (
          <LinkRow to={href("/desk/messages")}>{t("desk.overview.waiting", { count: messages.waiting })}</LinkRow>
        )}
        {drafts && <LinkRow to={publishPath}>{drafts}</LinkRow>}
        {outdatedCount > 0 && (
          <LinkRow to={publishPath}>{t("desk.overview.outdated", { count: outdatedCount })}</LinkRow>
        )}
        {claimCount > 0 && <LinkRow to={publishPath}>{t("desk.overview.claims", { count: claimCount })}</LinkRow>}
        {lastEdit && <li>{t("desk.overview.lastEdit", lastEdit)}</li>}
        {announcements.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </RowSection>
      <RowSection title={t("desk.overview.archive")}>
        {canPublish && <LinkRow to={href("/desk/items")}>{t("desk.items.title")}</LinkRow>}
        {canPublish && <LinkRow to={href("/desk/batches")}>{t("desk.batch.title")}</LinkRow>}
        {canPublish && <LinkRow to={href("/desk/releases")}>{t("desk.releases.title")}</LinkRow>}
        {canPublish && <LinkRow to={href("/desk/trash")}>{t("desk.trash.title")}</LinkRow>}
        <LinkRow to={href("/desk/searches")}>{t("desk.searches.title")}</LinkRow>
        {!canPublish && <li>{t("desk.overview.elsewhere")}</li>}
      </RowSection>
      {settingsToCheck.length > 0 && (
        <RowSection title={t("desk.overview.missing")}>
          {settingsToCheck.map((name) => (
            <li key={name}>{t(`desk.overview.settings.${name}`)}</li>
          ))}
        </RowSection>
      )}
    </DeskPage>
  );
}
