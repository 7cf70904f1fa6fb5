import type { Locale } from "#app/i18n/locales.ts";
import type { WriteContext, WriteHandlers, WriteResult } from "#app/services/api/contract/calls/writes.ts";
import { mapFormCalls, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { toSingleLineItem, type Submission } from "#app/services/api/contract/forms/submissions.ts";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";
import { getSender } from "#app/services/runtime/web/sender.ts";
import type { RateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { codeLifetimeSeconds, type LoginCodes } from "#app/services/submissions/login/login-codes.ts";
import type { CodeSender } from "#app/services/submissions/login/send-code.ts";
import type { Sessions } from "#app/services/submissions/login/sessions.ts";
import { joinContacts, readContacts } from "#app/services/submissions/texts/contact-list.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import type { IncomingSubmission, ReceiveResult } from "./receive.ts";

type WriteServices = {
  receive(submission: IncomingSubmission): Promise<ReceiveResult>;
  codes: LoginCodes;
  sessions: Pick<Sessions, "open">;
  limits: Pick<RateLimiter, "countAttempt" | "countCode">;
  codeSender: CodeSender;
  findProduct(id: string, locale: Locale): Parameters<typeof toSingleLineItem>[0] | undefined;
  getMessages(locale: Locale): Readonly<Record<"account" | "unreachable" | "code" | "changed" | "limited", string>>;
};

export function createWriteHandlers(services: WriteServices): WriteHandlers {
  return {
    ...mapFormCalls((form) => (input: Submission, context: WriteContext) => submit(services, form, input, context)),

    async "auth.code"({ account }, { locale, address, browser }) {
      const contact = normaliseContact(account);
      if (!contact) return { code: 400, message: services.getMessages(locale).account };
      const { codes, codeSender } = services;
      if (!codeSender.canReach(contact)) return { code: 400, message: services.getMessages(locale).unreachable };
      const wait = address ? await services.limits.countCode(account, address) : 0;
      if (wait > 0) return createRateLimitResult(services, locale, wait);
      codeSender.send(contact, await codes.issue(contact, getCodeHolder(browser, address)), locale);
      return { data: { expiresIn: codeLifetimeSeconds } };
    },

    async "auth.login"({ account, code }, { locale, address, browser }) {
      const wait = address ? await services.limits.countAttempt("login", address) : 0;
      if (wait > 0) return createRateLimitResult(services, locale, wait);
      // An invalid account takes as long as a valid one, so that time reveals nothing.
      const contact = normaliseContact(account) ?? account;
      const isValid = await services.codes.redeem(contact, getCodeHolder(browser, address), code);
      if (!isValid) return { code: 422, message: services.getMessages(locale).code };
      return { data: { token: await services.sessions.open(contact) } };
    },
  };
}

/** Returns who may redeem a code: the browser, or else the sender. */
function getCodeHolder(browser: string | undefined, address: string | undefined): string {
  if (browser !== undefined) return `id ${browser}`;
  return address === undefined ? "" : `sender ${getSender(address).address}`;
}

async function submit(
  services: WriteServices,
  kind: FormName,
  input: Submission,
  { locale, address = "", requestId, idempotencyKey }: WriteContext,
): Promise<WriteResult> {
  const { items, ...texts } = input;
  const foundItems = items && findItems(services, items, input.locale);
  if (items && foundItems && foundItems.length < items.length)
    return { code: 400, message: "items: each must be a product of the site, and named once" };
  const payload = foundItems ? { ...input, items: foundItems } : input;
  // Applies the form's limit to the texts in percent-encoding, because as JSON three times as many characters would be
  // within the limit.
  if (new URLSearchParams(texts as Record<string, string>).toString().length > requestLimits.body)
    return { code: 413, message: "more than a form of 64 KB has" };
  const contact = joinContacts(readContacts(payload.contact));
  if (!contact) return { code: 400, message: services.getMessages(locale).account };
  const result = await services.receive({ kind, payload, contact, key: idempotencyKey, address, requestId });
  switch (result.status) {
    case "received":
      return { data: { id: result.id } };
    case "conflict":
      return { code: 409, message: services.getMessages(locale).changed };
    case "refused":
      return { code: 422, message: result.message };
    case "rateLimited":
      return createRateLimitResult(services, locale, result.retryAfterSeconds);
  }
}

/** Adds each product's title, item number and unit to its item. Drops repeated items and unknown products. */
function findItems({ findProduct }: WriteServices, items: NonNullable<Submission["items"]>, locale: Locale) {
  const requestedItems = new Map(items.map(({ id, quantity, sample, form }) => [id, { id, quantity, sample, form }]));
  return [...requestedItems.values()].flatMap((item) => {
    const product = findProduct(item.id, locale);
    return product ? [{ ...item, ...toSingleLineItem({ ...product, form: item.form }) }] : [];
  });
}

function createRateLimitResult(services: WriteServices, locale: Locale, retryAfterSeconds: number): WriteResult {
  return { code: 429, message: services.getMessages(locale).limited, retryAfterSeconds };
}
