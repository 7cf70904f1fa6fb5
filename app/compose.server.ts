import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createEmbeddedApi } from "./embedded-api/door.ts";
import { openContentIndex } from "./embedded-api/content-index.ts";
import { createGuard } from "./embedded-api/guarded-content.ts";
import { watchSchedule } from "./embedded-api/watch-schedule.ts";
import { createPreviews } from "./embedded-api/previews.ts";
import type { Desk } from "./embedded-api/write-handlers.ts";
import type { Environment } from "./platform/environment.ts";
import { httpFetch } from "./platform/http-fetch.ts";
import { createMeasuredQueue } from "./platform/queue-metrics.ts";
import type { Log } from "./platform/log.ts";
import { paths } from "./platform/paths.ts";
import { bindApi, type Services as ApiServices } from "./services/api.ts";
import { boundedTransport } from "./services/bounded-transport.ts";
import { withCircuit } from "./services/circuit.ts";
import { createCache } from "./services/cache.ts";
import { measuredCalls } from "./services/call-metrics.ts";
import { createClient, type Call, type Transport } from "./services/client.ts";
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
import { createDelivery, type Destination, type Outcome } from "./submissions/delivery.ts";
import { createLoginCodes } from "./submissions/login-codes.ts";
import { createLoginLimits } from "./submissions/login-limits.ts";
import { createLogins } from "./submissions/logins.ts";
import { createMailer, mailDestination, senderOf, type Mailer } from "./submissions/mail.ts";
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

/** All that the site is made of, once a process. */
export type SiteServices = Awaited<ReturnType<typeof createServices>>;

type Database = Awaited<ReturnType<typeof openSiteDatabase>>;

/** Calls of the owner's API under way at a time, and how many may wait for that. */
const callLimits = { maxActive: 300, maxWaiting: 1000, maxWaitingPerSender: 1000 };

/** Milliseconds that deliveries under way are waited for when the process ends; another try follows in any case. */
const lastDeliveries = 3000;

/**
 * The one place that joins the rooms: storage, backend, client and cache of this process. Nothing goes on by itself before
 * `start` is called.
 * @param contentIndex the compiled content; unused where the owner's system takes its place
 * @throws EnvironmentError, a sentence for the operator, where something can't be used
 */
export async function createServices(environment: Environment, log: Log, contentIndex = paths.contentIndex) {
  const { API_BASE_URL, SMTP_URL } = environment;
  const database = await openSiteDatabase(environment);
  const databaseProblem = createDatabaseProblem(database);
  measureOutbox(database);
  const mailer = SMTP_URL ? await createMailer(SMTP_URL) : undefined;
  const limiter = createRateLimiter(database);
  const loginLimits = createLoginLimits(limiter);
  const sessions = createSessions(database);
  const purges = createPurges(database);
  const backend = API_BASE_URL ? connectBackend(API_BASE_URL, environment, log) : undefined;
  const { receive, refusalOf, ...deliveries } = createSubmissions(
    environment,
    log,
    database,
    limiter,
    destinationsOf(environment, mailer, backend?.call),
  );
  const desk: Desk = {
    receive,
    codes: createLoginCodes(database),
    sessions,
    limits: loginLimits,
    sendCode: codeSending(environment, log, mailer),
    say: (locale) => resources[locales[locale].language]!.forms.api,
  };
  const own = backend ? undefined : openOwnContent(environment, contentIndex, desk, log);
  const { call, problem } = backend ?? own!;
  const cache = createCache({ log });
  purges.listen(cache.purge);
  const backendPictures = API_BASE_URL
    ? createBackendPictures(API_BASE_URL, await sharedSecret(database, "pictures"), environment.MEDIA_ORIGINS)
    : undefined;
  const api: ApiServices = {
    call,
    cache,
    addressOf: backendPictures?.addressOf ?? ownPictures,
    fileOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
  };
  const background = createBackground(environment, log, database, { own, purges, ...deliveries });
  return {
    environment,
    log,
    /** Whether the site is on HTTPS: its cookies then are for HTTPS only. */
    isSecure: environment.SITE_URL?.startsWith("https:") ?? false,

    /** The API for one visitor. `onError` says what a failed call is thrown as. */
    apiFor: (context: CallContext, onError: (error: unknown, isNamed: boolean) => unknown) =>
      bindApi(api, context, onError),
    /** The embedded API, or `undefined` where the owner's own system takes its place. */
    embeddedApi: own?.embeddedApi,
    /** Who may see what isn't public yet; nobody without a secret, and none here where the owner's system has its own. */
    previews: own?.previews,
    /** The page that has taken the place of an old address of the content, both without prefix. */
    redirectOf: (path: string, locale: Locale): string | undefined => own?.index.redirect(path, locale),
    /** Pictures of the owner's system; `undefined` with the embedded API, whose are files. */
    pictures: backendPictures && {
      store: createPictureStore({ disk: createPictureDisk(join(environment.DATA_DIR, "media"), log), log }),
      resolve: backendPictures.resolve,
    },

    /** Takes what visitors send: on disk once it says "received". */
    receive,
    /** What the owner's system said where it refused the submission with this reference. */
    refusalOf,
    /** What visitors have put on their inquiry lists. */
    baskets: createBaskets(database),
    /** Counts one change of an inquiry list. @returns seconds to wait, 0 where it is within the limits */
    countBasketChange: (clientAddress: string): Promise<number> => limiter.countAttempt("basket", clientAddress),
    /** How often codes may be asked for and tried. */
    loginLimits,
    logins: createLogins(sessions, backend?.tokens),

    /** What the owner's system says is edited, heard by every process on the database. */
    purges,
    /** Has `listener` told what is edited, after the answers of the API have been dropped. */
    onPurge: (listener: (tags: readonly string[]) => void): void => purges.listen(listener),
    /**
     * What is wrong with what the site stands on, by name. Without its database it can't take what visitors send; without
     * the owner's API it still shows what it has seen.
     */
    problems: async (): Promise<{ database?: string; api?: string }> => ({
      database: await databaseProblem(),
      api: problem(),
    }),
    ...background,
  };
}

/** A client of the API, whose calls are measured. */
function createApi(
  transport: Transport,
  base: string,
  { API_BASE_URL, API_PATHS, API_TIMEOUT_MS }: Environment,
  log: Log,
) {
  const paths = API_BASE_URL ? API_PATHS : undefined;
  return measuredCalls(createClient({ transport, base, paths, timeoutMs: API_TIMEOUT_MS, log }));
}

/** The owner's system: its calls wait in a line, rest where it is away, and remember which tokens it takes. */
function connectBackend(base: string, environment: Environment, log: Log) {
  for (const key of Object.keys(environment.API_PATHS ?? {})) {
    if (!isEndpointKey(key)) console.warn("api key not found", key);
  }
  const transport = boundedTransport(httpFetch, createMeasuredQueue("api-calls", callLimits));
  const { call, problem } = createApi(transport, base, environment, log);
  const tokens = createTokenMemory();
  return { call: tokens.around(withCircuit(call)), problem, tokens };
}

/** The compiled content and the embedded API on it. It is in this process: no connection to spare, no token to remember. */
function openOwnContent(environment: Environment, file: string, desk: Desk, log: Log) {
  const { GUARDED_ROUTES, PREVIEW_SECRET } = environment;
  const index = openContentIndex(file);
  const previews = PREVIEW_SECRET ? createPreviews(PREVIEW_SECRET) : undefined;
  const guard = createGuard(GUARDED_ROUTES);
  // What only those see who are logged in, where there is any such content.
  const guarded =
    GUARDED_ROUTES.length > 0 ? { guard, publicIndex: openContentIndex(file, undefined, guard.items) } : undefined;
  const embeddedApi = createEmbeddedApi(index, desk, previews, guarded);
  // Its origin is only a name.
  const { call, problem } = createApi(embeddedApi, "http://embedded.invalid", environment, log);
  return { index, previews, embeddedApi, call, problem };
}

/** Where new submissions go: the owner's system, mail, a webhook, each where it is configured. */
function destinationsOf(
  { MAIL_TO, WEBHOOK_URL, WEBHOOK_SECRET }: Environment,
  mailer: Mailer | undefined,
  call: Call | undefined,
): Partial<Record<DestinationName, Destination>> {
  return {
    ...(call && { api: apiDestination(call) }),
    ...(mailer && MAIL_TO && { mail: mailDestination(mailer, MAIL_TO) }),
    ...(WEBHOOK_URL && { webhook: webhookDestination(WEBHOOK_URL, WEBHOOK_SECRET) }),
  };
}

function createSubmissions(
  { API_TIMEOUT_MS }: Environment,
  log: Log,
  database: Database,
  limiter: ReturnType<typeof createRateLimiter>,
  destinations: Partial<Record<DestinationName, Destination>>,
) {
  const names = Object.keys(destinations) as DestinationName[];
  const delivery = createDelivery(database, destinations, log, { longestCall: API_TIMEOUT_MS });
  const repository = createRepository(database, names);
  return {
    receive: createReceiver({ database, repository, delivery, limiter }),
    refusalOf: (reference: string) => repository.refusal(reference),
    delivery,
    hasDestinations: names.length > 0,
  };
}

type Work = {
  own: Pick<ReturnType<typeof openOwnContent>, "index"> | undefined;
  purges: ReturnType<typeof createPurges>;
  delivery: ReturnType<typeof createDelivery>;
  hasDestinations: boolean;
};

/** What the process does by itself. */
function createBackground(
  { PURGE_SECRET, RETENTION_DAYS }: Environment,
  log: Log,
  database: Database,
  { own, purges, delivery, hasDestinations }: Work,
) {
  const pollings: Polling[] = [];
  return {
    /** Begins to deliver, to listen for what is edited, and to delete what has had its time. */
    start(): void {
      const poll = createPolling(log);
      if (hasDestinations) pollings.push(poll(delivery.deliverDue));
      if (PURGE_SECRET) pollings.push(poll(purges.look));
      if (own) watchSchedule(own.index, () => purges.tell(["all"]));
      startSweeping(database, RETENTION_DAYS, log);
    },
    /** Ends that, and closes the database with all that is committed in its file. */
    async close(): Promise<void> {
      const stopped = Promise.all(pollings.map((polling) => polling.stop()));
      await Promise.race([stopped, sleep(lastDeliveries, undefined, { ref: false })]);
      await closeDatabase(database);
    },
  };
}

/** Hands submissions to the owner's system, each under the key that it has kept from the first try. */
function apiDestination(call: Call): Destination {
  return async ({ kind, payload, idempotencyKey, token, requestId }): Promise<Outcome> => {
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
  };
}

/** Sends login codes by mail where there is a mail server; else the server's log has them, and nothing else. */
function codeSending({ SMTP_URL, MAIL_TO }: Environment, log: Log, mailer: Mailer | undefined): Desk["sendCode"] {
  if (!mailer || !SMTP_URL) {
    return (account, code) => {
      log.info({ account: `${account.slice(0, 2)}…`, code }, "login code");
      return true;
    };
  }
  const send = createCodeSender(mailer, log);
  const from = { address: MAIL_TO ?? senderOf(SMTP_URL) };
  return (account, code, locale) => {
    if (!account.includes("@")) return false;
    const { codeSubject, codeText } = resources[locales[locale].language]!.forms.api;
    void send({ from, to: { address: account }, subject: codeSubject, text: codeText.replace("{{code}}", code) });
    return true;
  };
}
