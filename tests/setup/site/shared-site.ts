import type { TestProject } from "vitest/node";
import { startSite } from "./running-site.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of the shared site, which tests only read from. */
    siteOrigin: string;
  }
}

/** Starts one site for all test files whose requests don't affect other tests. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<unknown>) | undefined> {
  const { siteFolder, siteOrigin } = vitest.getRootProject().getProvidedContext();
  if (siteOrigin !== undefined) return undefined;
  const site = await startSite({ LOG_LEVEL: "warn" }, siteFolder);
  vitest.provide("siteOrigin", site.origin);
  return () => site.stop();
}
