import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import type { Environment } from "../app/services/runtime/environment.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import { createReleaseDatabase } from "../app/services/content/publishing/release-database.ts";
import { openReleaseFolder } from "../app/services/content/publishing/release-folder.ts";
import { createReleaseStore } from "../app/services/content/publishing/release-store.ts";
import { commandTimeoutMs, openDatabase } from "../app/services/submissions/database/database.ts";

/** Runs `work` while no other process changes the releases of the data folder. */
export async function withPublisher<Result>(
  environment: Environment,
  work: (publisher: PublishingStores) => Promise<Result>,
): Promise<Result> {
  const { API_BASE_URL, CONTENT_DIR: content, DATA_DIR, DATABASE_URL } = environment;
  if (API_BASE_URL) throw new EnvironmentError("API_BASE_URL is set: the content folder isn't published.");
  const folder = openReleaseFolder(DATA_DIR);
  const lock = folder.lock(() => console.error("Waiting for another process, which is publishing …"));
  try {
    if (DATABASE_URL === undefined) return await work({ content, releases: createReleaseStore(folder) });
    await using database = await openDatabase(environment, commandTimeoutMs);
    return await work({ content, releases: createReleaseStore(folder, createReleaseDatabase(database)) });
  } finally {
    lock.release();
  }
}
