import type { Environment } from "../../runtime/environment.ts";
import { createReleaseDatabase } from "./release-database.ts";
import { openReleaseFolder, type ReleaseFolder } from "./release-folder.ts";
import { createLocalStore, createSharedStore, type ReleaseStore } from "./release-store.ts";
import { openDatabase } from "../../submissions/database/database.ts";

/** The releases that a command works on. */
export type Publisher = {
  environment: Pick<Environment, "CONTENT_DIR" | "DATA_DIR" | "DATABASE_URL" | "OWNER_TIME_ZONE">;
  releases: ReleaseFolder;
  store: ReleaseStore;
};

/** Timeout of a statement. It is long, because no visitor waits for a command. */
const statementTimeoutMs = 60_000;

/**
 * Runs `work` while no other process changes the releases of the data folder.
 * @throws EnvironmentError with a message for the operator
 */
export async function withPublisher<Result>(
  environment: Environment,
  work: (publisher: Publisher) => Promise<Result>,
): Promise<Result> {
  const { DATA_DIR, DATABASE_URL } = environment;
  const releases = openReleaseFolder(DATA_DIR);
  const lock = releases.lock(() => console.error("Waiting for another process, which is publishing …"));
  try {
    if (DATABASE_URL === undefined) return await work({ environment, releases, store: createLocalStore(releases) });
    const database = await openDatabase(environment, statementTimeoutMs);
    try {
      const store = createSharedStore(releases, createReleaseDatabase(database));
      return await work({ environment, releases, store });
    } finally {
      await database.destroy();
    }
  } finally {
    lock.release();
  }
}
