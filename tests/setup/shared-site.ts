import type { TestProject } from "vitest/node";
import { startSite } from "./running-site.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the shared site, which tests only read from. */
    siteOrigin: string;
  }
}

/** Starts one site for all files of the project whose requests don't affect other tests. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const site = await startSite({ LOG_LEVEL: "warn" }, project.getProvidedContext().siteFolder);
  project.provide("siteOrigin", site.origin);
  return () => site.stop();
}
