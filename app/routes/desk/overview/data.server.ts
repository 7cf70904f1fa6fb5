import { explainFailure, splitBySelection } from "#app/routes/desk/publish/data.server.ts";
import { readPartTitle } from "#app/services/content/changes/compare-content.ts";
import type { PublishResult } from "#app/services/content/publish/publish-result.ts";
import type { Desk } from "#app/services/desk/desk.ts";
import { describeLocation } from "#app/services/desk/editor/content-names.ts";
import type { Edit } from "#app/services/desk/items/edit-log.ts";
import { getBackupTime } from "#app/services/runtime/backups.ts";
import { createWaitingFilter } from "#app/services/submissions/inbox/reminders.ts";
import { listLastAnnouncements, type Announcement } from "#app/services/submissions/outbox/search-engines.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

/** Maximum milliseconds to wait for the check. After that, the page reports that the check is running. */
const maxCheckMs = 300;

export async function loadOverview({ desk, ownerTexts }: { desk: Desk; ownerTexts: OwnerTexts }) {
  const checked = await desk.publishing?.awaitCheck(maxCheckMs);
  const drafts = checked?.isChecking ? undefined : checked?.result;
  const { remarks = [], outdated = [] } = drafts && "remarks" in drafts ? drafts : {};
  const [lastEdit] = desk.listEdits();
  const announcements = await listLastAnnouncements(desk.database);
  return {
    messages: {
      today: await desk.inbox.count({ since: getStartOfDay(ownerTexts) }),
      open: await desk.inbox.count({ isDone: false }),
      waiting: await desk.inbox.count(createWaitingFilter(Date.now())),
    },
    drafts: checked && (drafts ? describeDrafts(drafts, desk, ownerTexts) : ownerTexts.t("desk.publish.running.check")),
    outdatedCount: outdated.length,
    claimCount: remarks.length,
    canPublish: desk.publishing !== undefined,
    lastEdit: lastEdit && describeEdit(lastEdit, desk, ownerTexts),
    announcements: announcements.map((announcement) => describeAnnouncement(announcement, ownerTexts)),
    settingsToCheck: listSettingsToCheck(desk),
  };
}

/** Returns the start of today in the owner's time zone, in milliseconds since the epoch. */
function getStartOfDay({ formatSortableTime }: OwnerTexts): number {
  const [hours = 0, minutes = 0] = formatSortableTime(Date.now()).slice(-5).split(":").map(Number);
  const minute = Math.floor(Date.now() / 60_000);
  return (minute - hours * 60 - minutes) * 60_000;
}

function describeEdit({ part, account, time }: Edit, { environment }: Desk, ownerTexts: OwnerTexts) {
  const title = readPartTitle(environment.CONTENT_DIR, part);
  return { place: describeLocation(part, ownerTexts, title), account, time: ownerTexts.formatSortableTime(time) };
}

function describeDrafts(result: PublishResult, desk: Desk, ownerTexts: OwnerTexts): string {
  const { t } = ownerTexts;
  const { mistakes } = splitBySelection(result, desk.publishing!.listUnselected());
  if (mistakes.length > 0) return t("desk.publish.mistakes", { count: mistakes.length });
  if (!("drafts" in result)) return explainFailure(result, ownerTexts) ?? t("desk.publish.unchanged");
  const { changes, files, hidden } = result.drafts;
  return t("desk.overview.drafts", { count: changes.length + files.length + hidden });
}

function describeAnnouncement({ engine, status, message, count, time }: Announcement, ownerTexts: OwnerTexts): string {
  const { t, formatSortableTime } = ownerTexts;
  const sentence = t("desk.overview.announcement", {
    engine: t(`desk.overview.engines.${engine}`),
    count,
    time: formatSortableTime(time),
    status: t(`deliveries.${status}`),
  });
  return message ? t("desk.overview.answer", { sentence, message }) : sentence;
}

/** Age from which the last backup is reported as missing. Backups run every night. */
const maxBackupAgeMs = 48 * 60 * 60 * 1000;

function listSettingsToCheck({ environment, codeDelivery, isOwnerNotified }: Desk) {
  const { DATA_DIR, DATABASE_URL, SITE_URL } = environment;
  const hasRecentBackup = Date.now() - (getBackupTime(DATA_DIR) ?? 0) < maxBackupAgeMs;
  const settings = {
    announcements: !isOwnerNotified,
    codes: codeDelivery !== "mail",
    address: !SITE_URL,
    backup: !hasRecentBackup && DATABASE_URL === undefined,
  };
  return (Object.keys(settings) as (keyof typeof settings)[]).filter((name) => settings[name]);
}
