import { getDesk } from "#app/http/desk-context.ts";
import { isLocale } from "#app/i18n/locales.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { findMessage } from "#app/routes/desk/messages/find-message.server.ts";
import { createReplyMailto } from "#app/services/desk/answer.ts";
import type { StoredSubmission } from "#app/services/submissions/inbox/submission-list.ts";
import { readContacts } from "#app/services/submissions/texts/contact-list.ts";
import { createTelUrl, formatPhoneNumber } from "#app/services/submissions/texts/contact.ts";
import {
  findEmail,
  formatQuantity,
  getItemTitle,
  getLanguageName,
  joinTexts,
  listFieldNames,
  listItemNotes,
  readSubmissionFields,
} from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

export async function loadMessage(args: Parameters<typeof findMessage>[0]) {
  const { desk, ownerTexts } = getDesk(args.context);
  const message = await findMessage(args);
  const { reference, kind, notes = [], doneAt, status, messages } = message;
  const fields = readSubmissionFields(message.payload);
  const visitorTexts = isLocale(fields.locale) ? desk.texts[fields.locale] : ownerTexts;
  return {
    reference,
    title: fields.name || reference,
    items: fields.items.map((item) => ({
      id: item.id,
      title: getItemTitle(item, ownerTexts.t),
      sku: item.sku,
      quantity: [formatQuantity(item, ownerTexts), ...listItemNotes(item, ownerTexts)].filter(Boolean).join(" · "),
      url: ownerTexts.getProductUrl(item.id) ?? getContentPath("product", item.id),
    })),
    text: joinTexts(kind, fields),
    // A WeChat id has no URL.
    answers: readContacts(fields.contact).flatMap((one) => {
      if (one.includes("@")) return { isMail: true, contact: one, url: createReplyMailto(one, message, visitorTexts) };
      return /^[+\d].*\d$/.test(one) ? { isMail: false, contact: one, url: createTelUrl(one) } : [];
    }),
    facts: listFacts(message, ownerTexts),
    notes: notes.map(({ text, createdAt }) => ({ text, time: ownerTexts.formatSortableTime(createdAt) })),
    /** Error messages from the destinations. */
    problems: messages,
    isDone: doneAt !== undefined,
    canRetry: status !== "stored" && status !== "delivered",
  };
}

/** Lists the facts about a message in page order. */
function listFacts({ reference, kind, createdAt, doneAt, status, payload }: StoredSubmission, ownerTexts: OwnerTexts) {
  const { t, formatTime } = ownerTexts;
  const fields = readSubmissionFields(payload);
  const isSingle = readContacts(fields.contact).length === 1;
  const contact = (isSingle && (findEmail(fields) ?? formatPhoneNumber(fields.contact))) || fields.contact;
  const facts = {
    ...fields,
    contact,
    kind: t(`kinds.${kind}`),
    time: formatTime(createdAt),
    locale: getLanguageName(fields),
    state: t(doneAt ? "states.done" : "states.open"),
    doneAt: doneAt && formatTime(doneAt),
    delivery: t(`deliveries.${status}`),
    reference,
  };
  const lines = listFieldNames(kind, false).filter((name) => name !== "name" && name !== "contact");
  const names = ["contact", ...lines, "kind", "time", "locale", "state", "doneAt", "delivery", "reference"] as const;
  return names.flatMap((name) => {
    const text = facts[name];
    return text ? [{ name, text }] : [];
  });
}
