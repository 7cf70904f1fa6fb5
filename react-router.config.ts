import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table is small; asking for it while navigating would cost a round trip.
  routeDiscovery: { mode: "initial" },
  subResourceIntegrity: true,
} satisfies Config;
