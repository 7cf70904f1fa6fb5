import { inject } from "vitest";
import { startSitesIn } from "./running-site.ts";

startSitesIn(inject("siteFolder"));
