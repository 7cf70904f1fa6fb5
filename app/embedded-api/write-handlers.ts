import type { EndpointQuery, WriteKey } from "../contract/endpoints.ts";
import type { Locale } from "../i18n/locales.ts";
import { senderOf } from "../platform/sender.ts";
import { normaliseContact } from "../submissions/contact.ts";
import { codeLifetime, type LoginCodes } from "../submissions/login-codes.ts";
import type { LoginLimits } from "../submissions/login-limits.ts";
import type { Received, Sending } from "../submissions/receive.ts";
import type { Sessions } from "../submissions/sessions.ts";

/** What the writing calls are made of. */
export type Desk = {
  receive(sending: Sending): Promise<Received>;
  codes: LoginCodes;
  sessions: Sessions;
  limits: LoginLimits;
  /** Sends a code to an account, later; `false` for an account that nothing can be sent to. */
  sendCode(account: string, code: string, locale: Locale): boolean;
  /** The sentences of a language. */
  say(locale: Locale): Readonly<Record<"account" | "unreachable" | "code" | "changed" | "limited", string>>;
};

/** Who calls: the headers that count. `sender` is empty for the site itself, which has counted its visitors. */
export type WriteCall = {
  locale: Locale;
  sender: string;
  requestId: string;
  /** What tells the browser that asks from others, where the caller says so (`browserHeader`). */
  browser?: string;
  idempotencyKey: string | null;
};

/** `data` of the answer, or a code and a sentence for the person who wrote. */
export type WriteAnswer = { data: object } | { code: number; message: string; retryAfterSeconds?: number };

type WriteHandler<K extends WriteKey> = (desk: Desk, input: EndpointQuery<K>, call: WriteCall) => Promise<WriteAnswer>;

/** One handler a writing call; a missing one doesn't compile. */
export const writeHandlers: { [K in WriteKey]: WriteHandler<K> } = {
  "guestbook.create": (desk, input, call) => submit(desk, "guestbook", input, call),
  "quotation.create": (desk, input, call) => submit(desk, "quotation", input, call),

  async "auth.code"(desk, { account }, { locale, sender, browser }) {
    const contact = normaliseContact(account);
    if (!contact) return { code: 400, message: desk.say(locale).account };
    const wait = sender ? await desk.limits.countCode(account, sender) : 0;
    if (wait > 0) return limited(desk, locale, wait);
    const isSent = desk.sendCode(contact, await desk.codes.issue(contact, asker(browser, sender)), locale);
    return isSent ? { data: { expiresIn: codeLifetime } } : { code: 400, message: desk.say(locale).unreachable };
  },

  async "auth.login"(desk, { account, code }, { locale, sender, browser }) {
    const wait = sender ? await desk.limits.countLogin(sender) : 0;
    if (wait > 0) return limited(desk, locale, wait);
    // What is no account takes as long as one.
    const contact = normaliseContact(account) ?? account;
    const isRight = await desk.codes.redeem(contact, asker(browser, sender), code);
    if (!isRight) return { code: 422, message: desk.say(locale).code };
    return { data: { token: await desk.sessions.open(contact) } };
  },
};

/** Whom a code is good for: the browser, or where the caller names none, the sender that its address belongs to. */
function asker(browser: string | undefined, sender: string): string {
  if (browser !== undefined) return `id ${browser}`;
  return sender === "" ? "" : `sender ${senderOf(sender).address}`;
}

async function submit(
  desk: Desk,
  kind: Sending["kind"],
  payload: { contact: string },
  { locale, sender, requestId, idempotencyKey }: WriteCall,
): Promise<WriteAnswer> {
  const contact = normaliseContact(payload.contact);
  if (!contact) return { code: 400, message: desk.say(locale).account };
  const received = await desk.receive({ kind, payload, contact, key: idempotencyKey, sender, requestId });
  switch (received.outcome) {
    case "received":
      return { data: { id: received.id } };
    case "changed":
      return { code: 409, message: desk.say(locale).changed };
    case "refused":
      return { code: 422, message: received.message };
    case "limited":
      return limited(desk, locale, received.retryAfterSeconds);
  }
}

function limited(desk: Desk, locale: Locale, retryAfterSeconds: number): WriteAnswer {
  return { code: 429, message: desk.say(locale).limited, retryAfterSeconds };
}
