import { resolve } from "node:path";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import type { SiteServices } from "#app/services.server.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { createMeasuredQueue } from "#app/services/runtime/measured-queue.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { createApp } from "./app.ts";
import { createSharedPages } from "./page-cache/shared-pages.ts";
import { startWarmingPages } from "./page-cache/warm-pages.ts";
import { createProbes } from "./probes.ts";
import { createListener } from "./request-listener.ts";
import { computePageCacheBytes, defaultLimits, renderLimits } from "./requests/limits.ts";
import { createSecurityHeaders } from "./requests/security-headers.ts";
import { createTrustedProxies } from "./requests/trusted-proxies.ts";
import { createSite } from "./site-build.ts";
import { createStaticFiles } from "./static-files.ts";

/** Creates the listener of all requests, with the page cache. `warmPages` renders all pages into that cache. */
export function createSiteListener(
  { SITE_URL, TRUST_PROXY, PAGE_CACHE_MB, INDEXNOW_KEY, METRICS_TOKEN, GUARDED_ROUTES }: Environment,
  services: SiteServices,
  log: Log,
  isStopping: () => boolean,
) {
  const headers = createSecurityHeaders(SITE_URL);
  const proxies = createTrustedProxies(TRUST_PROXY, log);
  const site = createSite(services);
  const renders = createMeasuredQueue("pages", renderLimits);
  const maxBytes = computePageCacheBytes(PAGE_CACHE_MB);
  const pages = createSharedPages({ site, headers, log, renders, maxBytes, origin: SITE_URL });
  const { subscribe } = services.purges;
  subscribe(pages.purge);
  const app = createApp({
    site,
    pages,
    renders,
    log,
    ...proxies,
    countReport: services.limiter.countReport,
    maxBodyBytes: defaultLimits.maxBodyBytes,
    indexNowKey: INDEXNOW_KEY,
    probes: createProbes({ ...proxies, isStopping, metricsToken: METRICS_TOKEN, getProblems: services.getProblems }),
    files: createStaticFiles(
      resolve(paths.client),
      () => resolve(services.getContentFiles()),
      (path) => services.servesFile(path) && !isGuarded(path, GUARDED_ROUTES),
    ),
  });
  const isBusy = () => services.desk?.publishing?.isBusy() ?? false;
  return {
    headers,
    listener: createListener({ app, pages, limits: defaultLimits, headers, log, isStopping, ...site, ...proxies }),
    warmPages: () => startWarmingPages({ site, pages, renders, maxBytes, log, isStopping, isBusy, onPurge: subscribe }),
  };
}
