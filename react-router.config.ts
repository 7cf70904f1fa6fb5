import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Requesting routes while navigating would cost a round trip; the table is small.
  routeDiscovery: { mode: "initial" },
  // Otherwise the framework requests a `clientAction` separately, and a failed request can't be handled
  // (`guardedReloadPlugin` in vite.config.ts).
  splitRouteModules: false,
  // The site checks origins itself (app/middleware/same-origin.ts). The framework would compare with the request's URL,
  // which a proxy that ends TLS changes.
  allowedActionOrigins: ["**"],
} satisfies Config;
