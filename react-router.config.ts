import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table is small; asking for it while navigating would cost a round trip.
  routeDiscovery: { mode: "initial" },
  // The site checks origins itself (app/routes/middleware/same-origin.ts): the framework compares with an address that a
  // proxy which ends TLS has changed.
  allowedActionOrigins: ["**"],
} satisfies Config;
