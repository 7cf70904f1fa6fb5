import type { Kysely } from "kysely";
import { measureCalls } from "#app/services/api/call-metrics.ts";
import { createClient } from "#app/services/api/client.ts";
import { openLiveContent } from "#app/services/content/embedded-api/live-content.ts";
import type { ShownItems, Writes } from "#app/services/content/embedded-api/request-handler.ts";
import { createReleaseDatabase } from "#app/services/content/releases/release-database.ts";
import { openReleaseFolder, type ReleasePaths } from "#app/services/content/releases/release-folder.ts";
import { createReleaseStore } from "#app/services/content/releases/release-store.ts";
import { openReleaseWatcher } from "#app/services/content/releases/release-watcher.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import type { Log } from "#app/services/runtime/log.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";

export type ContentOptions = {
  /** Compiled content instead of the current release, for development. */
  fixedContent?: ReleasePaths | undefined;
  /** Why this code couldn't compile the release. */
  contentProblem?: string | undefined;
};

type Options = ContentOptions & { writes: Writes; fetchRelease: () => Promise<void> };

export type SiteContent = Awaited<ReturnType<typeof openContent>>;

/** Opens the active release and its embedded API. */
export async function openContent(
  environment: Environment,
  log: Log,
  database: Kysely<Tables>,
  { fixedContent, contentProblem, writes, fetchRelease }: Options,
) {
  const { DATA_DIR, DATABASE_URL } = environment;
  // Nodes with PostgreSQL share their releases through the database.
  const releaseDatabase = DATABASE_URL === undefined ? undefined : createReleaseDatabase(database);
  const store = createReleaseStore(openReleaseFolder(DATA_DIR), releaseDatabase);
  const watching = { releases: store, log, problemAtStart: contentProblem, fetchRelease };
  const releases = fixedContent ? undefined : await openReleaseWatcher(watching);
  const getActive = () => fixedContent ?? releases!.getActive();
  return {
    ...openEmbeddedApi(environment, getActive().index, writes, log),
    releases,
    getFiles: () => getActive().files,
  };
}

/** Maximum number of previews that are open at a time, for several viewers. */
const maxOpenPreviews = 4;

/**
 * Opens compiled drafts to be viewed. Beyond the maximum, the one opened first is dropped, and closed once unused. If
 * `shownItem` is given, all other non-public content is hidden; otherwise nothing is hidden or guarded.
 */
export function openPreviews(environment: Environment, log: Log, writes: Writes) {
  const unguarded = { ...environment, GUARDED_ROUTES: [] };
  const previews = new Map<string, { content: ReturnType<typeof openEmbeddedApi>; files: string }>();
  const openContentOf = (index: string, shownItem: string | undefined) =>
    openEmbeddedApi(shownItem ? environment : unguarded, index, writes, log, shownItem || "all");
  return {
    listFolders: (): string[] => [...previews.values()].map(({ files }) => files),
    open({ id, index, files }: ReleasePaths, shownItem?: string) {
      const { content } = previews.get(id) ?? { content: openContentOf(index, shownItem) };
      previews.set(id, { content, files });
      if (previews.size > maxOpenPreviews) previews.delete(previews.keys().next().value!);
      return { ...content, getContentFiles: () => files };
    },
  };
}

/** The API runs in this process, so it needs neither queue nor circuit breaker. */
function openEmbeddedApi(environment: Environment, index: string, writes: Writes, log: Log, shownItems?: ShownItems) {
  const { GUARDED_ROUTES, API_TIMEOUT_MS, OWNER_TIME_ZONE } = environment;
  const options = { guardedRoutes: GUARDED_ROUTES, shownItems, writes, timeZone: OWNER_TIME_ZONE };
  const liveContent = openLiveContent(index, options);
  // This origin only completes URLs. No request is sent to it.
  const base = "http://embedded.invalid";
  const client = createClient({ transport: liveContent.embeddedApi, base, timeoutMs: API_TIMEOUT_MS, log });
  return { ...liveContent, ...measureCalls(client) };
}
