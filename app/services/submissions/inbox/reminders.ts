import type { Kysely } from "kysely";
import type { FormName } from "#app/services/api/contract/forms/forms.ts";
import { announcementKind, type DestinationName, type Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";
import { storeSystemMessage, type Destination } from "#app/services/submissions/outbox/delivery.ts";
import { readSubmissionFields, toSingleLine, truncate } from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { countSubmissions, selectRows, type RowFilter } from "./submission-list.ts";

/** Milliseconds after which an open submission is reported. */
const waitingAfterMs = 24 * 60 * 60 * 1000;

/** Limits that keep a reminder short enough for the group robots of WeCom and DingTalk. */
const maxNames = 20;
const maxSenderNameLength = 20;

/** Destinations that people read, which get reminders. */
const readers = ["mail", "wecom", "dingtalk"] as const;

export const createWaitingFilter = (now: number): RowFilter => ({ isDone: false, before: now - waitingAfterMs });

/** @returns a function to call about every second; all nodes together store one reminder a day */
export function createReminderTask(
  database: Kysely<Tables>,
  destinations: Partial<Record<DestinationName, Destination>>,
  ownerTexts: OwnerTexts,
  now: () => number = Date.now,
): () => Promise<void> {
  const destinationNames = readers.filter((name) => name in destinations);
  let checkedDateAndHour = "";
  return async () => {
    const time = toTime(now());
    // The reminder comes in the first morning hour in which a submission is late.
    const dateAndHour = ownerTexts.formatSortableTime(time).slice(0, 13);
    if (destinationNames.length === 0 || dateAndHour === checkedDateAndHour || !isMorning(dateAndHour)) return;
    if ((await countSubmissions(database, createWaitingFilter(time))) > 0)
      await database
        .transaction()
        .execute((transaction) =>
          storeSystemMessage(transaction, `reminder-${dateAndHour.slice(0, 10)}`, {}, destinationNames, time),
        );
    checkedDateAndHour = dateAndHour;
  };
}

/**
 * Formats a reminder at each attempt, so that the outbox stores no visitors' names. A reminder of an earlier day is
 * dropped.
 */
export function withReminders(
  destination: Destination,
  database: Kysely<Tables>,
  ownerTexts: OwnerTexts,
  now: () => number = Date.now,
): Destination {
  return async (message) => {
    if ((message.kind as string) !== announcementKind) return destination(message);
    const isToday = getDay(message.createdAt, ownerTexts) === getDay(now(), ownerTexts);
    const reminder = isToday ? await formatReminder(database, ownerTexts, now()) : undefined;
    return reminder ? destination({ ...message, reminder }) : { status: "stored", message: "nothing waits any more" };
  };
}

/** Formats the reminder, with the oldest submissions first; `undefined` if none waits. */
async function formatReminder(
  database: Kysely<Tables>,
  ownerTexts: OwnerTexts,
  now: number,
): Promise<string[] | undefined> {
  const { t, formatSortableTime, messagesUrl } = ownerTexts;
  const count = await countSubmissions(database, createWaitingFilter(now));
  if (count === 0) return undefined;
  const oldest = selectRows(database, createWaitingFilter(now)).orderBy("created_at").orderBy("id").limit(maxNames);
  const rows = await oldest.select(["reference", "kind", "created_at", "payload"]).execute();
  const lines = rows.map(({ reference, kind, created_at: time, payload }) => {
    const { name } = readSubmissionFields(JSON.parse(payload) as Record<string, unknown>);
    const values = {
      time: formatSortableTime(time),
      name: truncate(toSingleLine(name), maxSenderNameLength),
      reference,
    };
    return t("reminder.line", { ...values, kind: t(`kinds.${kind as FormName}`) });
  });
  const more = count > rows.length ? [t("reminder.more", { count: count - rows.length })] : [];
  const advice = messagesUrl ? t("mail.desk", { url: messagesUrl }) : t("reminder.advice");
  // Puts the advice before the names, because a group robot's message may be cut off at the end.
  return [t("reminder.subject", { count }), "", advice, "", ...lines, ...more];
}

const getDay = (time: string | number, { formatSortableTime }: OwnerTexts) => formatSortableTime(time).slice(0, 10);

/** Whether it is Monday to Friday, 8:00 to 12:00. @param dateAndHour on the owner's clock, such as `2026-11-30 08` */
function isMorning(dateAndHour: string): boolean {
  const weekday = new Date(dateAndHour.slice(0, 10)).getUTCDay();
  return weekday >= 1 && weekday <= 5 && / (08|09|10|11)$/.test(dateAndHour);
}
