import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL; each test makes a database of its own in it. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for all files of the project, and removes it after the last of them, passed or failed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  return postgres.remove;
}
