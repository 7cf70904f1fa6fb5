import { createReleaseDatabase } from "#app/services/content/releases/release-database.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { createReleaseStore, type PublishingStores } from "#app/services/content/releases/release-store.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { describeHolder } from "#app/services/runtime/process-lock.ts";
import { commandTimeoutMs, openDatabase } from "#app/services/submissions/database/database.ts";

/** Runs `work`, which may only read unless the caller holds the releases' lock. */
export async function withReleases<Result>(
  environment: Environment,
  work: (publisher: PublishingStores) => Promise<Result>,
): Promise<Result> {
  const { API_BASE_URL, CONTENT_DIR: content, DATA_DIR, DATABASE_URL } = environment;
  if (API_BASE_URL) throw new EnvironmentError("API_BASE_URL is set: the content folder isn't published.");
  const folder = openReleaseFolder(DATA_DIR);
  if (DATABASE_URL === undefined) return work({ content, releases: createReleaseStore(folder) });
  await using database = await openDatabase(environment, commandTimeoutMs);
  return await work({ content, releases: createReleaseStore(folder, createReleaseDatabase(database)) });
}

/**
 * Runs `work` while no other process changes the data folder's releases.
 * @param name name of the work, for processes that wait
 */
export async function withPublisher<Result>(
  environment: Environment,
  name: string,
  work: (publisher: PublishingStores) => Promise<Result>,
): Promise<Result> {
  using _lock = await openReleaseFolder(environment.DATA_DIR).lock(name, (holder) => {
    if (holder?.pid !== process.pid)
      console.warn(`Waiting for another process, which is publishing: ${describeHolder(holder)} …`);
  });
  return await withReleases(environment, work);
}
