import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createEmbeddedApi, type EmbeddedApi } from "./embedded-api/door.ts";
import { openContentIndex } from "./embedded-api/content-index.ts";
import { createGuard } from "./embedded-api/guarded-content.ts";
import { watchSchedule } from "./embedded-api/watch-schedule.ts";
import { createPreviews } from "./embedded-api/previews.ts";
import type { Desk } from "./embedded-api/write-handlers.ts";
import { readEnvironment } from "./platform/environment.ts";
import { httpFetch } from "./platform/http-fetch.ts";
import { createMeasuredQueue } from "./platform/queue-metrics.ts";
import { createLog } from "./platform/log.ts";
import { paths } from "./platform/paths.ts";
import { bindApi, type Services } from "./services/api.ts";
import { boundedTransport } from "./services/bounded-transport.ts";
import { withCircuit } from "./services/circuit.ts";
import { createCache } from "./services/cache.ts";
import { measuredCalls } from "./services/call-metrics.ts";
import { createClient } from "./services/client.ts";
import { isEndpointKey } from "./contract/endpoints.ts";
import { createPictureDisk } from "./services/picture-disk.ts";
import { createPictureStore } from "./services/picture-store.ts";
import { createBackendPictures, ownPictures } from "./services/pictures.ts";
import { defaultLocale, isLocale, locales, type Locale } from "./i18n/locales.ts";
import { resources } from "./i18n/messages.server.ts";
import { createTokenMemory } from "./services/token-memory.ts";
import { EnvelopeError } from "./services/errors.ts";
import { isRetryable } from "./services/retry.ts";
import { createBaskets } from "./submissions/basket.ts";
import { createDelivery, type Destination, type Outcome, type Parcel } from "./submissions/delivery.ts";
import { createLoginCodes } from "./submissions/login-codes.ts";
import { createLoginLimits } from "./submissions/login-limits.ts";
import { createMailer, mailDestination, senderOf } from "./submissions/mail.ts";
import { webhookDestination } from "./submissions/webhook.ts";
import { createPurges } from "./submissions/purges.ts";
import { createDatabaseProblem } from "./submissions/database-problem.ts";
import { measureOutbox } from "./submissions/outbox-state.ts";
import { createPolling, type Polling } from "./submissions/polling.ts";
import { createRepository } from "./submissions/repository.ts";
import { createRateLimiter } from "./submissions/rate-limit.ts";
import { createReceiver } from "./submissions/receive.ts";
import { createCodeSender } from "./submissions/send-code.ts";
import { startSweeping } from "./submissions/sweep.ts";
import { sharedSecret } from "./submissions/secrets.ts";
import { createSessions } from "./submissions/sessions.ts";
import { closeDatabase, openSiteDatabase } from "./submissions/database.ts";
import type { DestinationName } from "./submissions/tables.ts";
import type { CallContext } from "./services/request.ts";

/** The one place that joins the rooms: environment, log, storage, backend, client and cache of this process. */
export const environment = readEnvironment(process.env);

/** Whether the site is on HTTPS: its cookies then are for HTTPS only. */
export const isSecure = environment.SITE_URL?.startsWith("https:") ?? false;

export const log = createLog(environment.LOG_LEVEL);

const { API_BASE_URL, MEDIA_ORIGINS, SMTP_URL, MAIL_TO, WEBHOOK_URL, WEBHOOK_SECRET, PREVIEW_SECRET } = environment;

const database = await openSiteDatabase(environment);

const mailer = SMTP_URL ? await createMailer(SMTP_URL) : undefined;
const sendCodeByMail = mailer && createCodeSender(mailer, log);
measureOutbox(database);
const databaseProblem = createDatabaseProblem(database);

/**
 * What is wrong with what the site stands on, by name. Without its database it can't take what visitors send; without the
 * owner's API it still shows what it has seen.
 */
export async function problems(): Promise<{ database?: string; api?: string }> {
  return { database: await databaseProblem(), api: upstream.problem() };
}

/** Where new submissions go: the owner's system, mail, a webhook, each where it is configured. */
const destinations: Partial<Record<DestinationName, Destination>> = {
  ...(API_BASE_URL && { api: apiDestination }),
  ...(mailer && MAIL_TO && { mail: mailDestination(mailer, MAIL_TO) }),
  ...(WEBHOOK_URL && { webhook: webhookDestination(WEBHOOK_URL, WEBHOOK_SECRET) }),
};

const delivery = createDelivery(database, destinations, log, { longestCall: environment.API_TIMEOUT_MS });
/** Counts what visitors do, and says when it is too much. */
const limiter = createRateLimiter(database);
const repository = createRepository(database, Object.keys(destinations) as DestinationName[]);

/** What visitors have put on their inquiry lists. */
export const baskets = createBaskets(database);

/** Counts one change of an inquiry list. @returns seconds to wait, 0 where it is within the limits */
export const countBasketChange = (clientAddress: string): Promise<number> =>
  limiter.countAttempt("basket", clientAddress);

/** Takes what visitors send: on disk once it says "received". */
export const receive = createReceiver({ database, repository, delivery, limiter });

/** What the owner's system said where it refused the submission with this reference. */
export const refusalOf = (reference: string) => repository.refusal(reference);

/** What the owner's system says is edited, heard by every process on the database. */
export const purges = createPurges(database);

/** Has `listener` told what is edited, after the answers of the API have been dropped. */
export const onPurge = (listener: (tags: readonly string[]) => void): void => purges.listen(listener);

/** How often codes may be asked for and tried. */
export const loginLimits = createLoginLimits(limiter);

const sessions = createSessions(database);
const tokens = createTokenMemory();

/** Whether the login that a token is of still lasts; `unknown` where that can't be told now. */
export type LoginState = "open" | "ended" | "unknown";

/** What the site knows of a token before any call is made with it: with an owner's system, only which it has just refused. */
export async function loginState(token: string): Promise<LoginState> {
  const isOpen = API_BASE_URL ? !tokens.isRefused(token) : await sessions.isOpen(token);
  return isOpen ? "open" : "ended";
}

/** Whether all logins of an account can be ended: an owner's system has logins of its own, and no call that ends one. */
export const canEndAllLogins = !API_BASE_URL;

/** Ends the login that a token is of, or all of its account. */
export async function endLogin(token: string, isEverywhere: boolean): Promise<void> {
  if (API_BASE_URL) return;
  await (isEverywhere ? sessions.endAllWith(token) : sessions.end(token));
}

/** The compiled content, or `undefined` where the owner's own system takes its place. */
const content = API_BASE_URL ? undefined : openContentIndex(paths.contentIndex);
if (content) watchSchedule(content, () => purges.tell(["all"]));

/** What only those see who are logged in, where there is any such content. */
const guard = createGuard(environment.GUARDED_ROUTES);
const guarded =
  content && environment.GUARDED_ROUTES.length > 0
    ? { guard, publicIndex: openContentIndex(paths.contentIndex, undefined, guard.items) }
    : undefined;

/** The page that has taken the place of an old address of the content, both without prefix. */
export const redirectOf = (path: string, locale: Locale): string | undefined => content?.redirect(path, locale);

/** Who may see what isn't public yet; nobody without a secret, and none here where the owner's system has its own. */
export const previews = content && PREVIEW_SECRET ? createPreviews(PREVIEW_SECRET) : undefined;

/** The embedded API, or `undefined` where the owner's own system takes its place. */
export const embeddedApi: EmbeddedApi | undefined =
  content &&
  createEmbeddedApi(
    content,
    {
      receive,
      codes: createLoginCodes(database),
      sessions,
      limits: loginLimits,
      sendCode,
      say: (locale) => resources[locales[locale].language]!.forms.api,
    },
    previews,
    guarded,
  );

for (const key of Object.keys(environment.API_PATHS ?? {})) {
  if (!isEndpointKey(key)) console.warn("api key not found", key);
}

/** Calls of the owner's API under way at a time, and how many may wait for that. */
const callLimits = { maxActive: 300, maxWaiting: 1000, maxWaitingPerSender: 1000 };

const upstream = measuredCalls(
  createClient({
    transport: embeddedApi ?? boundedTransport(httpFetch, createMeasuredQueue("api-calls", callLimits)),
    // The embedded API is called in process: its origin is only a name.
    base: API_BASE_URL ?? "http://embedded.invalid",
    paths: API_BASE_URL ? environment.API_PATHS : undefined,
    timeoutMs: environment.API_TIMEOUT_MS,
    log,
  }),
);
// The embedded API is in this process: there is no connection to spare, and no token to remember.
const call = API_BASE_URL ? tokens.around(withCircuit(upstream.call)) : upstream.call;

const cache = createCache({ log });
purges.listen(cache.purge);

const backendPictures = API_BASE_URL
  ? createBackendPictures(API_BASE_URL, await sharedSecret(database, "pictures"), MEDIA_ORIGINS)
  : undefined;

const services: Services = {
  call,
  cache,
  addressOf: backendPictures?.addressOf ?? ownPictures,
  fileOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
};

/** Pictures of the owner's system; `undefined` with the embedded API, whose are files. */
export const pictures = backendPictures && {
  store: createPictureStore({ disk: createPictureDisk(join(environment.DATA_DIR, "media"), log), log }),
  resolve: backendPictures.resolve,
};

/** The API for one visitor. `onError` says what a failed call is thrown as. */
export function apiFor(context: CallContext, onError: (error: unknown, isNamed: boolean) => unknown) {
  return bindApi(services, context, onError);
}

const poll = createPolling(log);
// What an earlier process left undone is taken up; a process that only builds or lists has nothing to deliver.
const pollings: Polling[] = [
  ...(Object.keys(destinations).length > 0 ? [poll(delivery.deliverDue)] : []),
  ...(environment.PURGE_SECRET ? [poll(purges.look)] : []),
];
startSweeping(database, environment.RETENTION_DAYS, log);

/** Milliseconds that deliveries under way are waited for when the process ends; another try follows in any case. */
const lastDeliveries = 3000;

/** Ends what the process does by itself, and closes the database with all that is committed in its file. */
export async function close(): Promise<void> {
  const stopped = Promise.all(pollings.map((polling) => polling.stop()));
  await Promise.race([stopped, sleep(lastDeliveries, undefined, { ref: false })]);
  await closeDatabase(database);
}

/** Hands a submission to the owner's system, under the key that it has kept from the first try. */
async function apiDestination({ kind, payload, idempotencyKey, token, requestId }: Parcel): Promise<Outcome> {
  try {
    const locale = isLocale(payload["locale"]) ? payload["locale"] : defaultLocale;
    await call(`${kind}.create`, payload as never, { locale, idempotencyKey, token, requestId });
    return { is: "delivered" };
  } catch (error) {
    // A backend that is only busy says so by a code that may be tried again; anything else is its answer.
    if (error instanceof EnvelopeError && !isRetryable(error.code)) {
      return { is: "refused", message: error.serverMessage };
    }
    const { retryAfter } = error as { retryAfter?: number };
    return { is: "later", message: error instanceof Error ? error.message : String(error), retryAfter };
  }
}

/** Sends a login code by mail where there is a mail server; else the server's log has it, and nothing else. */
function sendCode(...[account, code, locale]: Parameters<Desk["sendCode"]>): boolean {
  if (!sendCodeByMail || !SMTP_URL) {
    log.info({ account: `${account.slice(0, 2)}…`, code }, "login code");
    return true;
  }
  if (!account.includes("@")) return false;
  const { codeSubject, codeText } = resources[locales[locale].language]!.forms.api;
  const text = codeText.replace("{{code}}", code);
  const from = { address: MAIL_TO ?? senderOf(SMTP_URL) };
  void sendCodeByMail({ from, to: { address: account }, subject: codeSubject, text });
  return true;
}
