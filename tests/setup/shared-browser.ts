import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { createChromiumLaunch, getMissingBrowserReason } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the shared browser; empty if this machine has none. */
    browserUrl: string;
  }
}

/** Starts one browser for all projects. Each page has its own context. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getRootProject().getProvidedContext().browserUrl !== undefined) return undefined;
  if (getMissingBrowserReason()) {
    vitest.provide("browserUrl", "");
    return undefined;
  }
  const server = await chromium.launchServer(await createChromiumLaunch());
  vitest.provide("browserUrl", server.wsEndpoint());
  return () => server.close();
}
