import type { Kysely } from "kysely";
import { defaultLocale, isLocale, locales, type Locale } from "#app/i18n/locales.ts";
import { getSiteName, resources } from "#app/i18n/messages.server.ts";
import type { createBackendClient } from "#app/services/api/backend-client.ts";
import type { Call } from "#app/services/api/client.ts";
import { parseMinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { Item } from "#app/services/api/contract/entities.ts";
import { ApiError, isRetryable, MissingCallError, type EnvelopeError } from "#app/services/api/errors.ts";
import type { ContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { createRateLimiter, maxCodesWithoutGuard } from "#app/services/submissions/database/rate-limit.ts";
import type { DestinationName, SearchEngine, Tables } from "#app/services/submissions/database/tables.ts";
import { createMissedCounter } from "#app/services/submissions/inbox/missed-searches.ts";
import { createReminderTask } from "#app/services/submissions/inbox/reminders.ts";
import { createLoginCodes } from "#app/services/submissions/login/login-codes.ts";
import { createCodeSender } from "#app/services/submissions/login/send-code.ts";
import { createLogins, createSessions } from "#app/services/submissions/login/sessions.ts";
import { createBaskets } from "#app/services/submissions/orders/basket.ts";
import { createDelivery, type DeliveryResult, type Destination } from "#app/services/submissions/outbox/delivery.ts";
import { createMailer, getFromAddress, mailLimitsMs } from "#app/services/submissions/outbox/mail.ts";
import { exposeOutboxMetrics } from "#app/services/submissions/outbox/outbox-state.ts";
import type { FindTitle } from "#app/services/submissions/outbox/product-titles.ts";
import { createSearchEngines } from "#app/services/submissions/outbox/search-engines.ts";
import { createOwnerDestinations } from "#app/services/submissions/received/destinations.ts";
import { createCopyReader, createReceiver } from "#app/services/submissions/received/receive.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createWriteHandlers } from "#app/services/submissions/received/write-handlers.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

type Options = {
  /** Client of the owner's API, if there is one. */
  backend: ReturnType<typeof createBackendClient> | undefined;
  call: Call;
  /** Returns the release's index; `undefined` with an owner's API. */
  getIndex: () => ContentIndex | undefined;
};

export type Submissions = Awaited<ReturnType<typeof createSubmissions>>;

/**
 * Creates the inbox, its destinations, and visitors' logins.
 * @throws EnvironmentError if the site lacks the owner's language
 */
export async function createSubmissions(
  environment: Environment,
  log: Log,
  database: Kysely<Tables>,
  { backend, call, getIndex }: Options,
) {
  const { API_TIMEOUT_MS, GUARDED_ROUTES, SMTP_URL, OWNER_TIME_ZONE } = environment;
  exposeOutboxMetrics(database);
  const mailer = SMTP_URL ? await createMailer(SMTP_URL, getFromAddress(SMTP_URL, environment)) : undefined;
  const isLoginUsed = backend !== undefined || GUARDED_ROUTES.length > 0;
  const limiter = createRateLimiter(database, Date.now, isLoginUsed ? undefined : maxCodesWithoutGuard);
  const sessions = createSessions(database);
  const searchEngines = createSearchEngines(environment);
  const ownerTexts = await createOwnerTexts(environment);
  const findTitle: FindTitle = async (id, context) => (await call("product.info", { id }, context)).title;
  const ownerDestinations = {
    ...(backend && { api: createApiDestination(backend.call) }),
    ...createOwnerDestinations(environment, { database, mailer, ownerTexts, findTitle }),
  };
  const destinations = { ...ownerDestinations, ...searchEngines };
  const maxCallMs = mailer ? Math.max(API_TIMEOUT_MS, mailLimitsMs.end) : API_TIMEOUT_MS;
  const delivery = createDelivery(database, destinations, log, { maxCallMs });
  const repository = createRepository(database, Object.keys(ownerDestinations) as DestinationName[]);
  const receive = createReceiver({ database, repository, delivery, limiter });
  const getName = (locale: Locale) => getSiteName(getIndex()?.getDocument("settings", locale), locale);
  const codeSender = createCodeSender(log, mailer, getApiMessages, getName);
  const handlers = createWriteHandlers({
    receive,
    codes: createLoginCodes(database),
    sessions,
    limits: limiter,
    codeSender,
    getMessages: getApiMessages,
    findProduct(id, locale) {
      const product = getIndex()?.getItem("product", locale, id) as Item<"product"> | undefined;
      return product && { ...product, unit: parseMinimumOrder(product.moq)?.unit };
    },
  });
  return {
    destinations,
    engines: Object.keys(searchEngines) as SearchEngine[],
    delivery,
    remind: createReminderTask(database, ownerDestinations, ownerTexts),
    codeSender,
    /** Whether the owner is notified of submissions. */
    isOwnerNotified: Object.keys(ownerDestinations).some((name) => name !== "api"),
    writes: { handlers, isLoggedIn: sessions.isOpen },
    services: {
      receive,
      readCopy: createCopyReader({ database, repository }),
      findRefusal: repository.findRefusal,
      isReceived: async (reference: string) => (await repository.count({ idOrReference: reference })) > 0,
      missedSearches: createMissedCounter(database, log, OWNER_TIME_ZONE),
      baskets: createBaskets(database),
      limiter,
      logins: createLogins(sessions, backend?.tokens),
      /** How login codes are delivered: an owner's backend sends them itself. */
      codeDelivery: backend ? ("backend" as const) : codeSender.delivery,
    },
  };
}

function getApiMessages(locale: Locale) {
  return resources[locales[locale].language]!.api;
}

function createApiDestination(call: Call): Destination {
  return async ({ kind, payload, idempotencyKey, token, requestId }): Promise<DeliveryResult> => {
    try {
      const locale = isLocale(payload["locale"]) ? payload["locale"] : defaultLocale;
      await call(`${kind}.create`, payload as never, { locale, idempotencyKey, token, requestId });
      return { status: "delivered" };
    } catch (error) {
      if (error instanceof MissingCallError) return { status: "stored", message: error.message };
      if (!(error instanceof ApiError)) throw error;
      const { message, code, retryAfter } = error as ApiError & Partial<EnvelopeError>;
      const reason = code === undefined ? message : `code ${code}`;
      // Some codes mean a busy backend, others a refusal.
      return code === undefined || isRetryable(code)
        ? { status: "retry", message, reason, retryAfter }
        : { status: "refused", message, reason };
    }
  };
}
