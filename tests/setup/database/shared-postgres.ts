import type { TestProject } from "vitest/node";
import { getMissingPostgresReason, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the shared PostgreSQL, in which each test creates a database; empty if this machine has none. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for all projects, and removes it at the end of the run. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (vitest.getRootProject().getProvidedContext().postgresUrl !== undefined) return undefined;
  if (getMissingPostgresReason()) {
    vitest.provide("postgresUrl", "");
    return undefined;
  }
  const postgres = await startPostgres();
  vitest.provide("postgresUrl", postgres.url);
  return postgres.remove;
}
