import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table is small; asking for it while navigating would cost a round trip.
  routeDiscovery: { mode: "initial" },
  // The framework would ask for a `clientAction` by itself, where a request that fails can't be mended (guarded-reload-plugin.ts).
  splitRouteModules: false,
  // The site checks origins itself (app/middleware/same-origin.ts). The framework would compare the origin with the
  // address of the request, which a proxy that ends TLS changes.
  allowedActionOrigins: ["**"],
} satisfies Config;
