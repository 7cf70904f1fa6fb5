import type { Kysely } from "kysely";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { listChangedPages } from "#app/services/content/releases/changed-pages.ts";
import type { ReleasePaths } from "#app/services/content/releases/release-folder.ts";
import { openTrash } from "#app/services/desk/items/trash.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { within } from "#app/services/runtime/within.ts";
import { closeDatabase } from "#app/services/submissions/database/database.ts";
import { createPolling, type Polling } from "#app/services/submissions/database/polling.ts";
import type { DestinationName, Tables } from "#app/services/submissions/database/tables.ts";
import type { createPurges } from "#app/services/submissions/outbox/purges.ts";
import { storeAnnouncement } from "#app/services/submissions/outbox/search-engines.ts";
import { startSweeping } from "#app/services/submissions/received/sweep.ts";
import type { SiteContent } from "./content.ts";
import type { Submissions } from "./submissions.ts";

type Options = Pick<Submissions, "engines" | "delivery" | "destinations" | "remind"> & {
  content: SiteContent | undefined;
  purges: ReturnType<typeof createPurges>;
};

/** Milliseconds that a shutdown waits for deliveries in progress. Unfinished deliveries are retried later. */
const shutdownTimeoutMs = 3000;

export function createBackground(
  environment: Environment,
  log: Log,
  database: Kysely<Tables>,
  { content, purges, engines, delivery, destinations, remind }: Options,
) {
  const { SITE_URL, GUARDED_ROUTES, PURGE_SECRET, RETENTION_DAYS, REMINDER } = environment;
  /** New releases whose announcement isn't in the outbox yet, each with its predecessor. */
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
      if (REMINDER === "on") pollers.push(poll(remind));
      if (PURGE_SECRET) pollers.push(poll(purges.poll));
      content?.start(purges.purgeAll);
      const releases = content?.releases;
      if (releases) {
        const serveRelease = (release: ReleasePaths) => {
          content.replace(release.index);
          purges.purgeAll();
          if (engines.length > 0) unannounced.push({ previous: releases.getActive(), release });
        };
        pollers.push(poll(() => releases.check(serveRelease)));
        if (engines.length > 0) pollers.push(poll(announceChanges));
      }
      startSweeping(database, RETENTION_DAYS, log, openTrash(environment).sweep);
    },
    async close(): Promise<void> {
      await within(shutdownTimeoutMs, Promise.all(pollers.map((polling) => polling.stop())));
      await closeDatabase(database);
    },
  };
}
