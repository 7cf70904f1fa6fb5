import { readAccounts } from "../app/services/desk/desk.ts";
import { claimDataFolder, findLostDatabase } from "../app/services/submissions/database/database.ts";
import { createOwner } from "../app/services/submissions/inbox/owner.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { completeSaves } from "../app/services/content/files/save-files.ts";
import { checkPort } from "./listening.ts";
import { prepareRelease } from "./prepare-release.ts";

/**
 * Does what precedes the server: checks whether it will be able to start, which takes a moment, and only then prepares the release that
 * is served.
 * @returns why this code can't compile the release, if it is shown as it is
 * @throws EnvironmentError with a sentence for the operator
 */
export async function prepare(variables: NodeJS.ProcessEnv): Promise<string | undefined> {
  const environment = readEnvironment(variables);
  readAccounts(environment);
  await createOwner(environment);
  const lostDatabase = findLostDatabase(environment);
  claimDataFolder(environment);
  if (lostDatabase) console.warn(lostDatabase);
  // Otherwise half of a save could be published.
  if (!environment.API_BASE_URL) completeSavesOrWarn(environment.CONTENT_DIR);
  await checkPort(environment, variables);
  return prepareRelease(environment);
}

/** A save that can't be completed doesn't keep the site from starting. */
function completeSavesOrWarn(content: string): void {
  try {
    completeSaves(content);
  } catch (error) {
    console.warn(`content: a save of the desk can't be completed: ${(error as Error).message}`);
  }
}
