import { existsSync } from "node:fs";
import { createInstance } from "i18next";
import { formatDateTime, formatNumber } from "./format.ts";
import { locales, type Locale } from "./locales.ts";
import { i18nextOptions, type Messages } from "./messages.ts";

export type OwnerTranslations = Awaited<ReturnType<typeof loadOwnerTranslations>>;

/** The inbox command of this installation (`docs/operations.md`). */
const inboxCommand = existsSync("/usr/local/sbin/site-admin") ? "site-admin inbox" : "npm run inbox --";

/**
 * Loads translations, and formats of times, in the owner's language and time zone.
 * @param timeZone an IANA name such as `Asia/Shanghai`
 */
export async function loadOwnerTranslations(locale: Locale, timeZone: string) {
  const { language } = locales[locale];
  const { default: messages } = (await import(`./messages/${locale}/owner.json`, { with: { type: "json" } })) as {
    default: Messages["owner"];
  };
  const i18n = createInstance();
  const interpolation = { ...i18nextOptions.interpolation, defaultVariables: { inbox: inboxCommand } };
  await i18n.init({ ...i18nextOptions, interpolation, lng: language, resources: { [language]: { owner: messages } } });
  const t = i18n.getFixedT(null, "owner");
  // Creating a format takes milliseconds, so it is deferred.
  let sortableFormat: Intl.DateTimeFormat | undefined;
  return {
    locale,
    t,
    /**
     * Formats a time with its time zone, for example `2026年11月21日 13:50（中国标准时间）`.
     * @param time ISO 8601 with its offset, or milliseconds since the epoch
     */
    formatTime: (time: string | number) =>
      t("time", {
        time: formatDateTime(new Date(time), locale, timeZone),
        zone: getTimeZoneName(language, timeZone),
      }),
    /** Formats a time as `2026-11-21 13:50`, which can be sorted and which spreadsheets parse. */
    formatSortableTime(time: string | number) {
      sortableFormat ??= createSortableFormat(timeZone);
      return sortableFormat.format(new Date(time));
    },
    formatNumber: (value: number) => formatNumber(value, locale),
    /** Returns the time zone's name, for example `China Standard Time`. */
    getTimeZoneName: () => getTimeZoneName(language, timeZone),
  };
}

function createSortableFormat(timeZone: string): Intl.DateTimeFormat {
  // Uses Swedish, whose dates have the format of ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
}

/** Returns a time zone's localised name, without summer time. */
function getTimeZoneName(language: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
