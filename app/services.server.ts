import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openLiveContent } from "./services/content/embedded-api/live-content.ts";
import type { ShownItems, Writes } from "./services/content/embedded-api/request-handler.ts";
import { createChild, maxCompileMs } from "./services/runtime/child-process.ts";
import type { Environment } from "./services/runtime/environment.ts";
import type { Log } from "./services/runtime/log.ts";
import { contentFoldersOfPublic, paths } from "./services/runtime/paths.ts";
import { listChangedPages } from "./services/content/publishing/changed-pages.ts";
import { createReleaseDatabase } from "./services/content/publishing/release-database.ts";
import { openReleaseFolder } from "./services/content/publishing/release-folder.ts";
import { createReleaseStore } from "./services/content/publishing/release-store.ts";
import { openReleaseWatcher, type ReleaseWatcher } from "./services/content/publishing/release-watcher.ts";
import { bindApi, type Services as ApiServices } from "./services/api/api.ts";
import type { Item } from "./services/api/contract/entities.ts";
import { parseMinimumOrder } from "./services/api/contract/minimum-order.ts";
import { createBackendClient } from "./services/api/backend-client.ts";
import { createCache } from "./services/api/cache.ts";
import { measureCalls } from "./services/api/call-metrics.ts";
import { createClient, type Call } from "./services/api/client.ts";
import { createMediaDisk } from "./services/media/media-disk.ts";
import { createPhotoReader, fetchPicture } from "./services/media/picture-fetch.ts";
import { createPictureStore } from "./services/media/picture-store.ts";
import { createBackendPictures, ownPictures } from "./services/media/pictures.ts";
import { isGuarded } from "./i18n/guarded-routes.ts";
import { defaultLocale, isLocale, locales, type Locale } from "./i18n/locales.ts";
import { getSiteName, resources } from "./i18n/messages.server.ts";
import { ApiError, isRetryable, MissingCallError, type EnvelopeError } from "./services/api/errors.ts";
import type { DeskChildren, DeskFunctions } from "./services/desk/child-functions.ts";
import { createDesk } from "./services/desk/desk.ts";
import type { ReleasePaths } from "./services/content/publishing/release-folder.ts";
import { openTrash } from "./services/desk/trash.ts";
import { createPreviewContent } from "./services/desk/preview-content.ts";
import { createBaskets } from "./services/submissions/basket.ts";
import { createDelivery, type Destination, type DeliveryResult } from "./services/submissions/outbox/delivery.ts";
import { createLoginCodes } from "./services/submissions/login/login-codes.ts";
import { createOwnerDestinations } from "./services/submissions/outbox/destinations.ts";
import { createMailer, mailLimitsMs } from "./services/submissions/outbox/mail.ts";
import { createMissedCounter } from "./services/submissions/missed-searches.ts";
import { createSearchEngines, storeAnnouncement } from "./services/submissions/outbox/search-engines.ts";
import { createPurges } from "./services/submissions/outbox/purges.ts";
import { createDatabaseCheck } from "./services/submissions/database/database-check.ts";
import { exposeOutboxMetrics } from "./services/submissions/outbox/outbox-state.ts";
import { createPolling, type Polling } from "./services/submissions/database/polling.ts";
import { createRepository } from "./services/submissions/repository.ts";
import { codesWithoutGuard, createRateLimiter } from "./services/submissions/rate-limit.ts";
import { createCopyReader, createReceiver } from "./services/submissions/receive.ts";
import { createWriteHandlers } from "./services/submissions/write-handlers.ts";
import { createCodeSender } from "./services/submissions/login/send-code.ts";
import { startSweeping } from "./services/submissions/sweep.ts";
import { getOrCreateSecret } from "./services/submissions/database/keys.ts";
import { createLogins, createSessions } from "./services/submissions/login/sessions.ts";
import { claimDataFolder, closeDatabase, openDatabase } from "./services/submissions/database/database.ts";
import type { DestinationName, SearchEngine } from "./services/submissions/database/tables.ts";

export type SiteServices = Awaited<ReturnType<typeof createServices>>;

type Database = Awaited<ReturnType<typeof openDatabase>>;

type ContentOptions = {
  /** Compiled content to serve instead of the current release, for development. */
  fixedContent?: ReleasePaths | undefined;
  /** Why this code couldn't compile the release at the start. */
  contentProblem?: string | undefined;
};

/** When the process ends, running deliveries have this time to finish. Unfinished ones are retried after the restart. */
const shutdownTimeoutMs = 3000;

/** A save of several large photos takes some seconds. */
const maxEditMs = 2 * 60_000;

/** `start` starts the background work. @throws EnvironmentError with a message for the operator */
export async function createServices(environment: Environment, log: Log, contentOptions: ContentOptions = {}) {
  const { API_BASE_URL, API_PATHS, API_TIMEOUT_MS, GUARDED_ROUTES, MEDIA_ORIGINS, SMTP_URL } = environment;
  claimDataFolder(environment);
  const database = await openDatabase(environment);
  const checkDatabase = createDatabaseCheck(database);
  exposeOutboxMetrics(database);
  const mailer = SMTP_URL ? await createMailer(SMTP_URL) : undefined;
  const isLoginUsed = API_BASE_URL !== undefined || GUARDED_ROUTES.length > 0;
  const limiter = createRateLimiter(database, Date.now, isLoginUsed ? undefined : codesWithoutGuard);
  const sessions = createSessions(database);
  const purges = createPurges(database);
  const backend = API_BASE_URL
    ? createBackendClient({ base: API_BASE_URL, paths: API_PATHS, timeoutMs: API_TIMEOUT_MS, log })
    : undefined;
  const searchEngines = createSearchEngines(environment);
  const ownerDestinations = {
    ...(backend && { api: createApiDestination(backend.call) }),
    // `call` is defined below. Titles are only looked up later, when a submission is delivered.
    ...(await createOwnerDestinations(environment, mailer, async (id, context) => {
      return (await call("product.info", { id }, context)).title;
    })),
  };
  const destinations = {
    ...ownerDestinations,
    ...searchEngines,
  };
  const maxCallMs = mailer ? Math.max(API_TIMEOUT_MS, mailLimitsMs.end) : API_TIMEOUT_MS;
  const delivery = createDelivery(database, destinations, log, { maxCallMs });
  const repository = createRepository(database, Object.keys(ownerDestinations) as DestinationName[]);
  const receive = createReceiver({ database, repository, delivery, limiter });
  const getName = (locale: Locale) => getSiteName(embedded?.getIndex().getDocument("settings", locale), locale);
  const codeSender = createCodeSender(environment, log, mailer, getApiMessages, getName);
  const handlers = createWriteHandlers({
    receive,
    codes: createLoginCodes(database),
    sessions,
    limits: limiter,
    codeSender,
    getMessages: getApiMessages,
    findProduct(id, locale) {
      const product = embedded?.getIndex().getItem("product", locale, id) as Item<"product"> | undefined;
      return product && { ...product, unit: parseMinimumOrder(product.moq)?.unit };
    },
  });
  const writes = { handlers, isLoggedIn: sessions.isOpen };
  const { fixedContent, contentProblem } = contentOptions;
  const hasReleases = !backend && !fixedContent;
  const children: DeskChildren = {
    editing: createChild<DeskFunctions>({ name: "editing", log, timeoutMs: maxEditMs }),
    publishing: createChild<DeskFunctions>({ name: "publishing", log, timeoutMs: maxCompileMs }),
  };
  const fetchRelease = () => children.publishing.call("fetchRelease");
  const releases = hasReleases
    ? await watchReleases(environment, { log, problemAtStart: contentProblem, fetchRelease }, database)
    : undefined;
  const getContent = () => (backend ? undefined : (fixedContent ?? releases?.getActive()));
  const embedded = backend ? undefined : openEmbeddedApi(environment, getContent()!.index, writes, log);
  const { call, getProblem } = backend ?? embedded!;
  const cache = createCache({ log });
  purges.subscribe(cache.purge);
  const getContentFiles = () => getContent()?.files ?? paths.public;
  const preview = createPreviewContent((index, shownItem) =>
    shownItem
      ? openEmbeddedApi(environment, index, writes, log, shownItem)
      : openEmbeddedApi({ ...environment, GUARDED_ROUTES: [] }, index, writes, log, "all"),
  );
  const addresses = API_BASE_URL
    ? createBackendPictures(API_BASE_URL, await getOrCreateSecret(database, "pictures"), MEDIA_ORIGINS)
    : ownPictures;
  const fetchOriginal = API_BASE_URL
    ? fetchPicture
    : createPhotoReader(() => [getContentFiles(), ...preview.listFolders()]);
  const disk = createMediaDisk(join(environment.DATA_DIR, "media"), log);
  const pictures = { ...addresses, store: createPictureStore({ disk, log, fetchOriginal }) };
  const api: ApiServices = {
    call,
    cache,
    getAddress: pictures.getAddress,
    fileOrigin: API_BASE_URL && new URL(API_BASE_URL).origin,
  };
  const engines = Object.keys(searchEngines) as SearchEngine[];
  const work = { releases, embedded, purges, engines, delivery, destinations };
  return {
    environment,
    log,
    isSecure: environment.SITE_URL?.startsWith("https:") ?? false,

    createApiFor: bindApi.bind(undefined, api),
    /** `undefined` with an owner's API. */
    embeddedApi: embedded?.embeddedApi,
    /** Of the current release or, with an owner's API, `public`. */
    getContentFiles,
    /** With an owner's API the files of the content aren't served. */
    servesFile: (path: string): boolean => !backend || !contentFoldersOfPublic.includes(path.split("/")[1]!),
    /** Both paths have no language prefix. `null`: the page is gone. */
    findRedirect: (path: string, search: string, locale: Locale): string | null | undefined =>
      embedded?.getIndex().findRedirect(path, search, locale),
    /** Nothing of it is cached. @param shownItem the only one that is shown although it isn't public, such as `product/huang-qi` */
    openPreview(release: ReleasePaths, shownItem?: string) {
      const content = preview.open(release, shownItem);
      const { embeddedApi, getIndex, getContentFiles: getPreviewFiles, call: callPreview } = content;
      return {
        embeddedApi,
        getContentFiles: getPreviewFiles,
        createApiFor: bindApi.bind(undefined, { ...api, call: callPreview, cache: createCache({ log }) }),
        findRedirect: (path: string, search: string, locale: Locale) => getIndex().findRedirect(path, search, locale),
      };
    },
    pictures,

    receive,
    readCopy: createCopyReader({ database, repository }),
    findRefusal: repository.findRefusal,
    missedSearches: createMissedCounter(database, "missed_search", log, environment.OWNER_TIME_ZONE),
    missedAddresses: createMissedCounter(database, "missed_address", log, environment.OWNER_TIME_ZONE),
    baskets: createBaskets(database),
    limiter,
    /** `undefined` if no account may use it. */
    desk: await createDesk({ environment, log, database, limiter, codeSender, children }),
    logins: createLogins(sessions, backend?.tokens),
    /** An owner's system sends the codes itself. */
    codeDelivery: backend ? ("backend" as const) : codeSender.delivery,

    /** Its subscribers are called after the purge of the API cache. */
    purges,
    /** `content`: a release can't be opened, and the previous one is served. */
    getProblems: async (): Promise<{ database?: string; api?: string; content?: string }> => ({
      database: await checkDatabase(),
      api: getProblem(),
      content: releases?.getProblem(),
    }),
    ...createBackground(environment, log, database, work),
  };
}

function getApiMessages(locale: Locale) {
  return resources[locales[locale].language]!.api;
}

/** Nodes with PostgreSQL share their releases in the database. */
async function watchReleases(
  { DATA_DIR: dataFolder, DATABASE_URL }: Environment,
  options: Omit<Parameters<typeof openReleaseWatcher>[0], "releases">,
  database: Database,
): Promise<ReleaseWatcher> {
  const releaseDatabase = DATABASE_URL === undefined ? undefined : createReleaseDatabase(database);
  const releases = createReleaseStore(openReleaseFolder(dataFolder), releaseDatabase);
  return openReleaseWatcher({ releases, ...options });
}

/** The API runs in this process, so it needs no queue and no circuit breaker. */
function openEmbeddedApi(environment: Environment, index: string, writes: Writes, log: Log, shownItems?: ShownItems) {
  const { GUARDED_ROUTES, API_TIMEOUT_MS, OWNER_TIME_ZONE } = environment;
  const options = { guardedRoutes: GUARDED_ROUTES, shownItems, writes, timeZone: OWNER_TIME_ZONE };
  const liveContent = openLiveContent(index, options);
  // The origin only completes the URLs of calls; no request is sent to it.
  const base = "http://embedded.invalid";
  const client = createClient({ transport: liveContent.embeddedApi, base, timeoutMs: API_TIMEOUT_MS, log });
  return { ...liveContent, ...measureCalls(client) };
}

type BackgroundOptions = {
  releases: ReleaseWatcher | undefined;
  embedded: Pick<ReturnType<typeof openEmbeddedApi>, "replace" | "start"> | undefined;
  purges: ReturnType<typeof createPurges>;
  engines: readonly SearchEngine[];
  delivery: ReturnType<typeof createDelivery>;
  destinations: Partial<Record<DestinationName, Destination>>;
};

function createBackground(
  environment: Environment,
  log: Log,
  database: Database,
  { releases, embedded, purges, engines, delivery, destinations }: BackgroundOptions,
) {
  const { SITE_URL, GUARDED_ROUTES, PURGE_SECRET, RETENTION_DAYS } = environment;
  /** Changes of releases that aren't in the outbox yet. */
  const unannounced: { previous: ReleasePaths; release: ReleasePaths }[] = [];

  async function announceChanges(): Promise<void> {
    for (let next = unannounced[0]; next; next = unannounced[0]) {
      const changedPages = listChangedPages(next.previous.index, next.release.index);
      const urls = changedPages.filter((path) => !isGuarded(path, GUARDED_ROUTES)).map((path) => SITE_URL + path);
      await storeAnnouncement(database, engines, { release: next.release.id, urls });
      unannounced.shift();
    }
  }

  const pollers: Polling[] = [];
  return {
    start(): void {
      const poll = createPolling(log);
      for (const name of Object.keys(destinations) as DestinationName[]) {
        pollers.push(poll(() => delivery.deliverDue(name)));
      }
      if (PURGE_SECRET) pollers.push(poll(purges.poll));
      embedded?.start(purges.purgeAll);
      if (releases) {
        const showRelease = (release: ReleasePaths) => {
          embedded?.replace(release.index);
          purges.purgeAll();
          if (engines.length > 0) unannounced.push({ previous: releases.getActive(), release });
        };
        pollers.push(poll(() => releases.check(showRelease)));
        if (engines.length > 0) pollers.push(poll(announceChanges));
      }
      startSweeping(database, RETENTION_DAYS, log, openTrash(environment).sweep);
    },
    async close(): Promise<void> {
      const stopPromise = Promise.all(pollers.map((polling) => polling.stop()));
      await Promise.race([stopPromise, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
      await closeDatabase(database);
    },
  };
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
      // Some codes mean that the backend is busy. Any other code is a refusal.
      return code === undefined || isRetryable(code)
        ? { status: "retry", message, reason, retryAfter }
        : { status: "refused", message, reason };
    }
  };
}
