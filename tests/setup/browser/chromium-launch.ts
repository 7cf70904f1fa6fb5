import type { TestProject } from "vitest/node";
import { createChromiumLaunch, getMissingBrowserReason, type ChromiumLaunch } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Launch options of the tests' browser; `null` if this machine has no browser. */
    chromiumLaunch: ChromiumLaunch | null;
  }
}

/** Unpacks the browser once for all projects, because two test files that unpack it at once would collide. */
export default async function setup({ vitest }: TestProject): Promise<void> {
  if (vitest.getRootProject().getProvidedContext().chromiumLaunch !== undefined) return;
  vitest.provide("chromiumLaunch", getMissingBrowserReason() ? null : await createChromiumLaunch());
}
