import { join } from "node:path";
import { createEmbeddedApi } from "./embedded-api/door.ts";
import { openContentIndex } from "./embedded-api/content-index.ts";
import { readEnvironment } from "./platform/environment.ts";
import { createLog } from "./platform/log.ts";
import { databaseFile, paths } from "./platform/paths.ts";
import { bindApi, type Services } from "./services/api.ts";
import { createCache } from "./services/cache.ts";
import { measuredCalls } from "./services/call-metrics.ts";
import { createClient, type Transport } from "./services/client.ts";
import { isEndpointKey } from "./contract/endpoints.ts";
import { createPictureFetch } from "./services/picture-fetch.ts";
import { ownPictures, picturesOf } from "./services/pictures.ts";
import { defaultLocale, isLocale } from "./i18n/locales.ts";
import { EnvelopeError } from "./services/errors.ts";
import { isRetryable } from "./services/retry.ts";
import { createBaskets } from "./submissions/basket.ts";
import { createDelivery, type Destination, type Outcome, type Parcel } from "./submissions/delivery.ts";
import { mailDestination } from "./submissions/mail.ts";
import { webhookDestination } from "./submissions/webhook.ts";
import { databaseProblem, measureOutbox } from "./submissions/outbox-state.ts";
import { createRepository } from "./submissions/repository.ts";
import { createReceiver } from "./submissions/receive.ts";
import { openSqlite } from "./submissions/sqlite.ts";
import { migrate, type DestinationName } from "./submissions/tables.ts";
import type { CallContext } from "./services/request.ts";

/** The one place that joins the rooms: environment, log, backend, client and cache of this process. */
export const environment = readEnvironment(process.env);

/** Whether the site is on HTTPS: its cookies then are for HTTPS only. */
export const isSecure = environment.SITE_URL?.startsWith("https:") ?? false;

export const log = createLog(environment.LOG_LEVEL);

/** The embedded API, or `undefined` where the owner's own system takes its place. */
export const embeddedApi: Transport | undefined = environment.API_BASE_URL
  ? undefined
  : createEmbeddedApi(openContentIndex(paths.contentIndex));

for (const key of Object.keys(environment.API_PATHS ?? {})) {
  if (!isEndpointKey(key)) console.warn("api key not found", key);
}

const upstream = measuredCalls(
  createClient({
    transport: embeddedApi ?? fetch,
    // The embedded API is called in process: its origin is only a name.
    base: environment.API_BASE_URL ?? "http://embedded.invalid",
    paths: environment.API_BASE_URL ? environment.API_PATHS : undefined,
    timeoutMs: environment.API_TIMEOUT_MS,
    log,
  }),
);
const { call } = upstream;

const { API_BASE_URL } = environment;

const services: Services = {
  call,
  cache: createCache({ log }),
  addressOf: API_BASE_URL ? picturesOf(API_BASE_URL) : ownPictures,
  fileOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
};

/** Fetches a picture of the owner's system; `undefined` where it is none, and with the embedded API. */
export const fetchPicture = API_BASE_URL ? createPictureFetch(new URL(API_BASE_URL).origin) : undefined;

/** The API for one visitor. `onError` says what a failed call is thrown as. */
export function apiFor(context: CallContext, onError: (error: unknown, isNamed: boolean) => unknown) {
  return bindApi(services, context, onError);
}

const database = openSqlite(join(environment.DATA_DIR, databaseFile));
await migrate(database);
measureOutbox(database);

/**
 * What is wrong with what the site stands on, by name. Without its database it can't take what visitors send; without the
 * owner's API it still shows what it has seen.
 */
export async function problems(): Promise<{ database?: string; api?: string }> {
  return { database: await databaseProblem(database), api: upstream.problem() };
}

/** Where new submissions go: the owner's system, mail, a webhook, each where it is configured. */
const destinations: Partial<Record<DestinationName, Destination>> = {
  ...(API_BASE_URL && { api: apiDestination }),
  ...(environment.SMTP_URL &&
    environment.MAIL_TO && { mail: mailDestination(environment.SMTP_URL, environment.MAIL_TO) }),
  ...(environment.WEBHOOK_URL && { webhook: webhookDestination(environment.WEBHOOK_URL, environment.WEBHOOK_SECRET) }),
};

const delivery = createDelivery(database, destinations, log);
const repository = createRepository(database, Object.keys(destinations) as DestinationName[]);

/** What visitors have put on their inquiry lists. */
export const baskets = createBaskets(database);

/** Takes what visitors send: on disk once it says "received". */
export const receive = createReceiver({ database, repository, delivery });

// What an earlier process left undone is taken up; a process that only builds or lists has nothing to deliver.
if (Object.keys(destinations).length > 0) delivery.start();

/** Hands a submission to the owner's system, under the key that it has kept from the first try. */
async function apiDestination({ kind, payload, idempotencyKey }: Parcel): Promise<Outcome> {
  try {
    const locale = isLocale(payload["locale"]) ? payload["locale"] : defaultLocale;
    await call(`${kind}.create`, payload as never, { locale, idempotencyKey });
    return { is: "delivered" };
  } catch (error) {
    // A backend that is only busy says so by a code that may be tried again; anything else is its answer.
    if (!(error instanceof EnvelopeError) || isRetryable(error.code)) throw error;
    return { is: "refused", message: error.serverMessage };
  }
}
