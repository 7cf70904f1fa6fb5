import type { Request } from "express";
import type { ReactNode } from "react";
import { getBackupTime } from "../runtime/backups.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import { describePlace } from "./content-names.ts";
import type { Desk } from "./desk.ts";
import { listLastAnnouncements, type Announcement } from "../submissions/outbox/search-engines.ts";
import { sendPage, type DeskResponse } from "./page.tsx";
import type { DeskResult } from "./publishing.ts";

export async function showOverview(_request: Request, response: DeskResponse): Promise<void> {
  const { desk, owner, openCount } = response.locals;
  const { t } = owner;
  const drafts = await desk.publishing?.peek(owner.locale);
  const [lastEdit] = desk.edits.list();
  const remarks = drafts && "remarks" in drafts ? drafts.remarks : [];
  const [outdated, claims] = [remarks.filter(({ version }) => version), remarks.filter(({ version }) => !version)];
  const missing = listMissingSettings(desk);
  const announcements = await listLastAnnouncements(desk.database);
  sendPage(
    response,
    { title: t("desk.overview.title") },
    <>
      <ul className="rows">
        <Row href="/desk/messages">{t("desk.overview.messages", { count: openCount })}</Row>
        {drafts && <Row href="/desk/publish">{describeDrafts(drafts, owner)}</Row>}
        {outdated.length > 0 && (
          <Row href="/desk/publish">{t("desk.overview.outdated", { count: outdated.length })}</Row>
        )}
        {claims.length > 0 && <Row href="/desk/publish">{t("desk.overview.claims", { count: claims.length })}</Row>}
        {desk.publishing && <Row href="/desk/batches">{t("desk.recall.title")}</Row>}
        {lastEdit && (
          <li>
            {t("desk.overview.lastEdit", {
              place: describePlace(lastEdit.part, undefined, "", owner),
              account: lastEdit.account,
              time: owner.formatSortableTime(new Date(lastEdit.time).toISOString()),
            })}
          </li>
        )}
        {announcements.map((announcement) => (
          <li key={announcement.engine}>{describeAnnouncement(announcement, owner)}</li>
        ))}
      </ul>
      {missing.length > 0 && (
        <section>
          <h2>{t("desk.overview.missing")}</h2>
          <ul className="rows">
            {missing.map((name) => (
              <li key={name}>{t(`desk.overview.settings.${name}`)}</li>
            ))}
          </ul>
        </section>
      )}
    </>,
  );
}

function Row({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href}>{children}</a>
    </li>
  );
}

function describeDrafts(result: DeskResult, { t }: Owner): string {
  if (result.outcome === "mistakes") return t("desk.publish.mistakes", { count: result.mistakes.length });
  if (result.outcome === "failed") return result.text;
  if (result.outcome !== "dry-run") return t("desk.publish.unchanged");
  return t("desk.overview.drafts", { count: result.changes.length + result.files.length + result.hidden });
}

function describeAnnouncement({ engine, status, message, count, time }: Announcement, owner: Owner): string {
  const { t, formatSortableTime } = owner;
  const sentence = t("desk.overview.announcement", {
    engine: t(`desk.overview.engines.${engine}`),
    count,
    time: formatSortableTime(new Date(time).toISOString()),
    status: t(`deliveries.${status}`),
  });
  return message ? t("desk.overview.answer", { sentence, message }) : sentence;
}

/** Backups are made each night. */
const maxBackupAgeMs = 48 * 60 * 60 * 1000;

function listMissingSettings({ environment, codeDelivery }: Desk) {
  const { DATA_DIR, DATABASE_URL, SITE_URL, SMTP_URL, MAIL_TO, WEBHOOK_URL } = environment;
  const { WECOM_ROBOT_URL, DINGTALK_ROBOT_URL } = environment;
  const isAnnounced = (SMTP_URL && MAIL_TO) || WEBHOOK_URL || WECOM_ROBOT_URL || DINGTALK_ROBOT_URL;
  const hasBackup = Date.now() - (getBackupTime(DATA_DIR) ?? 0) < maxBackupAgeMs;
  const missing = {
    announcements: !isAnnounced,
    codes: codeDelivery !== "mail",
    address: !SITE_URL,
    backup: !hasBackup && DATABASE_URL === undefined,
  };
  return (Object.keys(missing) as (keyof typeof missing)[]).filter((name) => missing[name]);
}
