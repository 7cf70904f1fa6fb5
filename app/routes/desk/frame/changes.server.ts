import { parse } from "node:path";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import type { ContentChange, FieldChange, Period } from "#app/services/content/changes/compare-content.ts";
import { getPartAddress } from "#app/services/content/files/parts.ts";
import {
  describeField,
  describeLocation,
  getFileLocale,
  getValueLabel,
} from "#app/services/desk/editor/content-names.ts";
import type { Edit } from "#app/services/desk/items/edit-log.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

export function describeChange(change: ContentChange, ownerTexts: OwnerTexts, edit?: Edit) {
  const { part, version, action, from, title, isShown, isUnrecalled, missing, vanished, fields, period } = change;
  const { name: kind } = parse(part.split("/")[0]!);
  const address = { id: "address", name: ownerTexts.t("desk.address.field"), to: getPartAddress(part) };
  return {
    part,
    version,
    action,
    place: describeLocation(part, ownerTexts, title),
    vanished,
    isUnrecalled,
    missing: missing.map((code) => getValueLabel(code, ownerTexts)),
    times: describePeriod(period, ownerTexts),
    /** Path of the part's public page, if it is visible now. */
    page: isShown && isWithin(period) ? getPartAddress(part) : undefined,
    /** The part's former id, if its URL was changed. */
    formerId: from?.split("/")[1],
    edit: edit && { account: edit.account, time: ownerTexts.formatSortableTime(new Date(edit.time).toISOString()) },
    fields: [
      ...(from === undefined ? [] : [{ ...address, from: getPartAddress(from), around: undefined }]),
      ...fields.map((field, index) => ({
        id: String(index),
        name: describeChangedField(field, kind, ownerTexts),
        from: formatTimes(field.from, ownerTexts),
        to: formatTimes(field.to, ownerTexts),
        around: field.around,
      })),
    ],
  };
}

/** Formats a value that is a time. */
const formatTimes = (value: string | undefined, { formatSortableTime }: OwnerTexts) =>
  value && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)$/.test(value) ? formatSortableTime(value) : value;

const isWithin = ({ opens = -Infinity, closes = Infinity }: Period) => opens <= Date.now() && Date.now() < closes;

/** Describes when an item will appear and disappear. */
export const describePeriod = (period: Period, { t, formatSortableTime }: OwnerTexts): string[] =>
  (["opens", "closes"] as const).flatMap((name) => {
    const time = period[name] ?? 0;
    return time > Date.now() ? t(`desk.publish.${name}`, { time: formatSortableTime(time) }) : [];
  });

function describeChangedField({ file, field }: FieldChange, kind: string, ownerTexts: OwnerTexts): string {
  const code = getFileLocale(file);
  // Adds the language to the name, except for facts and for fields in the first language.
  const name = field ? describeField(field, kind, ownerTexts) : parse(file).base;
  return code && code !== localeCodes[0] ? `${locales[code].label} · ${name}` : name;
}
