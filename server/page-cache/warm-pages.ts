import { setTimeout as sleep } from "node:timers/promises";
import { backgroundSender, type FairQueue } from "#app/services/runtime/fair-queue.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { getGauge } from "#app/services/runtime/metrics.ts";
import { createRequestId } from "#app/services/runtime/web/request-ids.ts";
import type { RenderPage, SharedPages } from "./shared-pages.ts";

/** Milliseconds between a start and the first rendering, so that visitors and probes come first. */
const startDelayMs = 5000;

/** Milliseconds after which a paused rendering looks whether it may go on. */
const pauseMs = 200;

/** Bytes that stay free, so that rendering never evicts a requested page. */
const reservedBytes = 2 ** 20;

const warmPages = getGauge({
  name: "page_cache_warm_pages",
  help: "Pages of the sitemap that were rendered since the start or the last publish, before a visitor requested them",
});

type Options = {
  site: { render: RenderPage };
  pages: SharedPages;
  renders: FairQueue;
  maxBytes: number;
  log: Log;
  isStopping: () => boolean;
  /** Whether somebody waits for other work that needs the processor. */
  isBusy: () => boolean;
  onPurge: (listener: () => void) => void;
};

/**
 * Renders the sitemap's pages into the cache, one at a time, and only while no visitor waits for a page and no
 * owner for a publication. A purge restarts the rendering, and a shutdown stops it.
 */
export function startWarmingPages({ site, pages, renders, maxBytes, log, isStopping, isBusy, onPurge }: Options): void {
  let run = 0;

  const createOwnCaller = () => ({ requestId: createRequestId(), address: "unknown", network: backgroundSender });

  async function warm(delay: number): Promise<void> {
    const thisRun = ++run;
    warmPages.set(0);
    await sleep(delay, undefined, { ref: false });
    for (const file of await readLocations("/sitemap.xml")) {
      for (const key of await readLocations(file)) {
        while (isBusy()) await sleep(pauseMs, undefined, { ref: false });
        if (thisRun !== run || isStopping() || pages.size().bytes > maxBytes - reservedBytes) return;
        const { value } = await pages.fetch(key, createOwnCaller());
        for (const encoding of ["br", "gzip"] as const) await value.prepare(encoding);
        pages.updateSize(key);
        warmPages.inc();
      }
    }
  }

  /** Returns the paths in a sitemap or in the index of sitemaps. */
  async function readLocations(path: string): Promise<string[]> {
    const request = new Request(`http://site.invalid${path}`);
    const response = await renders.run(backgroundSender, () => site.render(request, new Set(), createOwnCaller()));
    return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => {
      const { pathname, search } = new URL(location!);
      return pathname + search;
    });
  }

  const start = (delay: number) =>
    void warm(delay).catch((error: unknown) =>
      log.warn({ err: error }, "the pages of the sitemap weren't all rendered"),
    );
  onPurge(() => start(0));
  start(startDelayMs);
}
