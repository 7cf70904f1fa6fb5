import type { Kysely } from "kysely";
import type { FormName } from "#app/services/api/contract/forms/forms.ts";
import { announcementKind, type DestinationName, type Tables } from "../database/tables.ts";
import { toTime } from "../database/time.ts";
import type { Owner } from "../inbox/owner.ts";
import { countSubmissions, selectRows, type RowFilter } from "../inbox/submission-list.ts";
import { storeOwnMessage, type Destination } from "./delivery.ts";
import { readSubmissionFields, toSingleLine, truncate } from "./describe.ts";

/** An open submission of this age has waited for too long. */
const waitingAfterMs = 24 * 60 * 60 * 1000;

/** So the message is short enough for a robot. */
const maxNames = 20;
const maxNameLength = 20;

/** Hours of the owner's clock. The reminder comes in the first one in which something has waited for too long. */
const morning = ["08", "09", "10", "11"];

/** They get reminders, because people read them. */
const readers = ["mail", "wecom", "dingtalk"] as const;

export const filterWaiting = (now: number): RowFilter => ({ isDone: false, before: now - waitingAfterMs });

/** @returns what must be called about every second; all nodes together store one reminder a day */
export function createReminders(
  database: Kysely<Tables>,
  destinations: Partial<Record<DestinationName, Destination>>,
  owner: Owner,
  now: () => number = Date.now,
): () => Promise<void> {
  const names = readers.filter((name) => name in destinations);
  let checkedHour = "";
  return async () => {
    const time = toTime(now());
    const [day, hour] = readClock(time, owner);
    if (names.length === 0 || checkedHour === day + hour || !isMorning(day, hour)) return;
    if ((await countSubmissions(database, filterWaiting(time))) > 0)
      await database
        .transaction()
        .execute((transaction) => storeOwnMessage(transaction, `reminder-${day}`, {}, names, time));
    checkedHour = day + hour;
  };
}

/** The names are read at each attempt, so that the outbox stores none. Another day's reminder is dropped. */
export function withReminders(
  destination: Destination,
  database: Kysely<Tables>,
  owner: Owner,
  now: () => number = Date.now,
): Destination {
  return async (message) => {
    if ((message.kind as string) !== announcementKind) return destination(message);
    const isToday = readClock(message.createdAt, owner)[0] === readClock(now(), owner)[0];
    const reminder = isToday ? await formatReminder(database, owner, now()) : undefined;
    return reminder ? destination({ ...message, reminder }) : { status: "stored", message: "nothing waits any more" };
  };
}

/** The longest waiting first; `undefined` if nothing waits. */
async function formatReminder(database: Kysely<Tables>, owner: Owner, now: number): Promise<string[] | undefined> {
  const { t, formatSortableTime, messagesUrl } = owner;
  const count = await countSubmissions(database, filterWaiting(now));
  if (count === 0) return undefined;
  const oldest = selectRows(database, filterWaiting(now)).orderBy("created_at").orderBy("id").limit(maxNames);
  const rows = await oldest.select(["reference", "kind", "created_at", "payload"]).execute();
  const names = rows.map(({ reference, kind, created_at: time, payload }) => {
    const { name } = readSubmissionFields(JSON.parse(payload) as Record<string, unknown>);
    const values = { time: formatSortableTime(time), name: truncate(toSingleLine(name), maxNameLength), reference };
    return t("reminder.line", { ...values, kind: t(`kinds.${kind as FormName}`) });
  });
  const more = count > rows.length ? [t("reminder.more", { count: count - rows.length })] : [];
  const advice = messagesUrl ? t("mail.desk", { url: messagesUrl }) : t("reminder.advice");
  // A robot cuts the end.
  return [t("reminder.subject", { count }), "", advice, "", ...names, ...more];
}

/** The day, such as `2026-11-30`, and the hour. */
function readClock(time: string | number, { formatSortableTime }: Owner): [day: string, hour: string] {
  const [day = "", clock = ""] = formatSortableTime(time).split(" ");
  return [day, clock.slice(0, 2)];
}

function isMorning(day: string, hour: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday >= 1 && weekday <= 5 && morning.includes(hour);
}
