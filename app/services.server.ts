import type { Locale } from "./i18n/locales.ts";
import { createBackendClient } from "./services/api/backend-client.ts";
import type { ReleasePaths } from "./services/content/releases/release-folder.ts";
import { createDesk } from "./services/desk/desk.ts";
import type { DeskChildren, DeskFunctions } from "./services/desk/publishing/child-functions.ts";
import { createChild, maxCompileMs } from "./services/runtime/child-process.ts";
import type { Environment } from "./services/runtime/environment.ts";
import type { Log } from "./services/runtime/log.ts";
import { contentFoldersOfPublic, paths } from "./services/runtime/paths.ts";
import { createSiteApi } from "./services/site/api.ts";
import { createBackground } from "./services/site/background.ts";
import { openContent, openPreviews, type ContentOptions } from "./services/site/content.ts";
import { createSubmissions } from "./services/site/submissions.ts";
import { createDatabaseCheck } from "./services/submissions/database/database-check.ts";
import { claimDataFolder, openDatabase } from "./services/submissions/database/database.ts";
import { createPurges } from "./services/submissions/outbox/purges.ts";

export type SiteServices = Awaited<ReturnType<typeof createServices>>;

/** Maximum time of an edit: saving large photos takes some seconds. */
const maxEditMs = 2 * 60_000;

/** Time for which the publishing process keeps what it has read, so that an edit's check reads only what has changed. */
const idleTimeoutMs = 10 * 60_000;

/**
 * Creates the services; `start` starts the background work.
 * @throws EnvironmentError with a message for the operator
 */
export async function createServices(environment: Environment, log: Log, contentOptions: ContentOptions = {}) {
  const { API_BASE_URL, API_PATHS, API_TIMEOUT_MS, SITE_URL } = environment;
  claimDataFolder(environment);
  const database = await openDatabase(environment, undefined, API_BASE_URL === undefined);
  const checkDatabase = createDatabaseCheck(database);
  const purges = createPurges(database);
  const children: DeskChildren = {
    editing: createChild<DeskFunctions>({ name: "editing", log, timeoutMs: maxEditMs }),
    publishing: createChild<DeskFunctions>({ name: "publishing", log, timeoutMs: maxCompileMs, idleTimeoutMs }),
  };
  const backend = API_BASE_URL
    ? createBackendClient({ base: API_BASE_URL, paths: API_PATHS, timeoutMs: API_TIMEOUT_MS, log })
    : undefined;
  // Submissions and the API need each other's functions, so these use variables that are assigned below.
  const submissions = await createSubmissions(environment, log, database, {
    backend,
    call: (...call) => client.call(...call),
    getIndex: () => content?.getIndex(),
  });
  const { writes, codeSender, isOwnerNotified } = submissions;
  const fetchRelease = () => children.publishing.call("fetchRelease");
  const content = backend
    ? undefined
    : await openContent(environment, log, database, { ...contentOptions, writes, fetchRelease });
  const client = backend ?? content!;
  const getContentFiles = () => content?.getFiles() ?? paths.public;
  const previews = openPreviews(environment, log, writes);
  const listFolders = () => [getContentFiles(), ...previews.listFolders()];
  const { call } = client;
  const { cache, pictures, createApiFor, bindPreview } = await createSiteApi(environment, log, database, {
    call,
    listFolders,
  });
  purges.subscribe(cache.purge);
  const { limiter } = submissions.services;
  return {
    environment,
    log,
    isSecure: SITE_URL?.startsWith("https:") ?? false,

    createApiFor,
    /** The embedded API; `undefined` with an owner's API. */
    embeddedApi: content?.embeddedApi,
    /** Files of the current release or, with an owner's API, of `public`. */
    getContentFiles,
    /** Whether the site serves a file. With an owner's API, it serves no files of the content. */
    servesFile: (path: string): boolean => !backend || !contentFoldersOfPublic.includes(path.split("/")[1]!),
    /** Takes and returns paths without language prefix. Returns `null` if the page is gone. */
    findRedirect: (path: string, search: string, locale: Locale): string | null | undefined =>
      content?.getIndex().findRedirect(path, search, locale),
    /** Lists the published items that appear or disappear later. */
    listScheduled: (locale: Locale) => content?.getIndex().listScheduled(locale) ?? [],
    /** Opens a preview, uncached. @param shownItem the only non-public item rendered, such as `product/huang-qi` */
    openPreview(release: ReleasePaths, shownItem?: string) {
      const preview = previews.open(release, shownItem);
      return {
        embeddedApi: preview.embeddedApi,
        getContentFiles: preview.getContentFiles,
        createApiFor: bindPreview(preview.call),
        findRedirect: (path: string, search: string, locale: Locale) =>
          preview.getIndex().findRedirect(path, search, locale),
      };
    },
    pictures,

    ...submissions.services,
    /** `undefined` if no account may use the desk. */
    desk: await createDesk({ environment, log, database, limiter, codeSender, isOwnerNotified, children }),

    /** Subscribers are called after the API cache is purged. */
    purges,
    /** `release`: this node lacks the current one. `content`: one can't be opened, so the previous one is served. */
    getProblems: async (): Promise<{ database?: string; release?: string; api?: string; content?: string }> => ({
      database: await checkDatabase(),
      release: content?.releases?.getFetchProblem(),
      api: client.getProblem(),
      content: content?.releases?.getProblem(),
    }),
    ...createBackground(environment, log, database, { ...submissions, content, purges }),
  };
}
