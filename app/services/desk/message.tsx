import type { Request } from "express";
import { z } from "zod";
import { isLocale } from "../../i18n/locales.ts";
import { formatPhoneNumber } from "../submissions/contact.ts";
import { forgetContact } from "../submissions/inbox/forget.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import type { StoredSubmission } from "../submissions/inbox/submission-list.ts";
import { findEmail, getLanguageName, readSubmissionFields } from "../submissions/outbox/describe.ts";
import { createAnswerUrl } from "./answer.ts";
import type { Desk } from "./desk.ts";
import { sendNotFound, sendPage, Table, type DeskResponse, type Notice } from "./page.tsx";

const maxNoteLength = 2000;

const formSchema = z.object({
  intent: z.enum(["done", "reopen", "retry", "note", "forget"]),
  note: z.string().trim().max(maxNoteLength).optional(),
});

type Change = (desk: Desk, message: StoredSubmission, note: string | undefined) => Promise<unknown>;

const changes: Record<Exclude<z.output<typeof formSchema>["intent"], "forget">, Change> = {
  done: ({ inbox }, { id }) => inbox.markAsDone(id),
  reopen: ({ inbox }, { id }) => inbox.reopen(id),
  retry: ({ inbox }, { id }) => inbox.retry(id),
  note: async ({ inbox }, { id }, note) => note && (await inbox.addNote(id, note)),
};

async function findMessage(request: Request, { locals }: DeskResponse): Promise<StoredSubmission | undefined> {
  const reference = String(request.params["reference"]).toUpperCase();
  return /^\w{8}$/.test(reference) ? locals.desk.inbox.find(reference) : undefined;
}

export async function changeMessage(request: Request, response: DeskResponse): Promise<void> {
  const message = await findMessage(request, response);
  const form = formSchema.safeParse(request.body ?? {});
  if (!message || !form.success) return sendNotFound(response);
  const { intent, note } = form.data;
  const { reference, contact } = message;
  const { desk, account, requestId } = response.locals;
  desk.log.info({ requestId, account, reference }, `desk: ${intent}`);
  if (intent === "forget") {
    await forgetContact(desk.database, contact);
    return response.redirect(303, "/desk/messages?notice=forget");
  }
  await changes[intent](desk, message, note);
  response.redirect(303, `/desk/messages/${reference}?notice=${intent satisfies Notice}`);
}

export async function showMessage(request: Request, response: DeskResponse): Promise<void> {
  const message = await findMessage(request, response);
  if (!message) return sendNotFound(response);
  const { desk, owner } = response.locals;
  const { t, formatSortableTime } = owner;
  const { reference, notes = [], doneAt, status, messages } = message;
  const fields = readSubmissionFields(message.payload);
  const { items, content, message: remarks, name, locale } = fields;
  const email = findEmail(fields);
  const visitorTexts = isLocale(locale) ? desk.owners[locale] : owner;
  sendPage(
    response,
    { title: name || reference },
    <>
      {items.length > 0 && (
        <Table
          headings={[t("fields.product"), t("fields.sku"), t("fields.quantity")]}
          rows={items.map(({ id, title, sku, quantity, unit }) => ({
            key: id,
            cells: [
              <a key={id} href={owner.getProductUrl(id) ?? `/product/info/${encodeURIComponent(id)}`}>
                {title || id}
              </a>,
              sku,
              `${owner.formatNumber(quantity)} ${unit}`,
            ],
          }))}
        />
      )}
      {(content || remarks) && <p className="text">{content || remarks}</p>}
      <p>
        <a className="button" href={email ? createAnswerUrl(email, message, visitorTexts) : `tel:${message.contact}`}>
          {t(email ? "desk.message.mail" : "desk.message.call")}
        </a>
      </p>
      <Facts message={message} owner={owner} />
      {notes.length > 0 && <h2>{t("fields.notes")}</h2>}
      {notes.map(({ text, createdAt }) => (
        <p key={createdAt + text} className="text">
          <span className="note">{formatSortableTime(createdAt)}</span> {text}
        </p>
      ))}
      {messages.map((text) => (
        <p key={text} className="note">
          {text}
        </p>
      ))}
      <form method="post" className="narrow">
        <p className="tools">
          <button name="intent" value={doneAt ? "reopen" : "done"}>
            {t(doneAt ? "desk.message.reopen" : "desk.message.done")}
          </button>
          {status !== "stored" && status !== "delivered" && (
            <button name="intent" value="retry" className="quiet">
              {t("desk.message.retry")}
            </button>
          )}
        </p>
      </form>
      <form method="post" className="narrow">
        <p className="field">
          <label htmlFor="note">{t("desk.message.note")}</label>
          <textarea id="note" name="note" rows={3} maxLength={maxNoteLength} required />
        </p>
        <button name="intent" value="note" className="quiet">
          {t("desk.message.addNote")}
        </button>
      </form>
      <p>
        <a href={`/desk/messages/${reference}/forget`}>{t("desk.message.forget")}</a>
      </p>
    </>,
  );
}

function Facts({ message, owner }: { message: StoredSubmission; owner: Owner }) {
  const { t, formatTime } = owner;
  const { reference, kind, createdAt, doneAt, status, payload } = message;
  const fields = readSubmissionFields(payload);
  const email = findEmail(fields);
  const contact = <span className="whole">{email ?? formatPhoneNumber(fields.contact) ?? fields.contact}</span>;
  const facts = {
    contact,
    company: fields.company,
    subject: fields.subject,
    kind: t(`kinds.${kind}`),
    time: formatTime(createdAt),
    locale: getLanguageName(fields),
    state: t(doneAt ? "states.done" : "states.open"),
    doneAt: doneAt && formatTime(doneAt),
    delivery: t(`deliveries.${status}`),
    reference,
  };
  return (
    <dl className="facts">
      {(Object.keys(facts) as (keyof typeof facts)[])
        .filter((name) => facts[name])
        .map((name) => (
          <div key={name}>
            <dt>{t(`fields.${name}`)}</dt>
            <dd>{facts[name]}</dd>
          </div>
        ))}
    </dl>
  );
}

export async function confirmForgetting(request: Request, response: DeskResponse): Promise<void> {
  const message = await findMessage(request, response);
  if (!message) return sendNotFound(response);
  const { contact, reference, payload } = message;
  const { desk, owner } = response.locals;
  const { t } = owner;
  const person = t("subject.who", { name: readSubmissionFields(payload).name, contact });
  const count = await desk.inbox.countOf(contact);
  sendPage(
    response,
    { title: t("desk.message.forget") },
    <form method="post" action={`/desk/messages/${reference}`} className="narrow">
      <p>{t("inbox.forget", { contact: person, count })}</p>
      <p className="tools">
        <button name="intent" value="forget">
          {t("desk.message.forgetSubmit")}
        </button>
        <a href={`/desk/messages/${reference}`}>{t("desk.message.keep")}</a>
      </p>
    </form>,
  );
}
