import { completeSaves } from "#app/services/content/files/save-files.ts";
import { isCompiledByThisCode } from "#app/services/content/releases/fingerprints.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { readAccounts } from "#app/services/desk/desk.ts";
import type { DeskFunctions } from "#app/services/desk/publishing/child-functions.ts";
import { createChild, maxCompileMs } from "#app/services/runtime/child-process.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "#app/services/runtime/environment.ts";
import {
  claimDataFolder,
  closeDatabase,
  findLostDatabase,
  openDatabase,
  UnreachableError,
} from "#app/services/submissions/database/database.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { checkPort } from "./listening.ts";

/**
 * Makes the fast checks first, then prepares the release, and does other work at the same time. @returns the reason if
 * the release can't be recompiled and its published index is served instead
 */
export async function prepare(
  variables: NodeJS.ProcessEnv,
  doOtherWork?: () => Promise<void>,
): Promise<string | undefined> {
  const environment = readEnvironment(variables);
  readAccounts(environment);
  await createOwnerTexts(environment);
  const lostDatabase = findLostDatabase(environment);
  claimDataFolder(environment);
  if (lostDatabase) console.warn(lostDatabase);
  // Prevents a half-finished save of the desk from being published. A failure doesn't prevent the start.
  if (!environment.API_BASE_URL)
    await completeSaves(environment.CONTENT_DIR).catch((error: Error) =>
      console.warn(`content: a save of the desk can't be completed: ${error.message}`),
    );
  await checkPort(environment, variables);
  const [reason] = await Promise.all([prepareRelease(environment), doOtherWork?.()]);
  return reason;
}

/**
 * Prepares the release in another process, so that the server's memory stays small. @returns the reason if the release
 * can't be recompiled and its published index is served instead
 */
async function prepareRelease(environment: Environment): Promise<string | undefined> {
  const { API_BASE_URL, DATA_DIR, DATABASE_URL } = environment;
  if (API_BASE_URL) return undefined;
  const releases = openReleaseFolder(DATA_DIR);
  const current = releases.readCurrent();
  const isPrepared = current !== undefined && isCompiledByThisCode(current);
  // With a database, another node may have published a newer release than the local one.
  if (isPrepared && DATABASE_URL === undefined) return undefined;
  // Opens the database first, because a site that can't use it must leave the release unchanged.
  try {
    await closeDatabase(await openDatabase(environment));
  } catch (error) {
    if (!(error instanceof UnreachableError) || !releases.findReadable()) throw error;
    console.warn(error.message);
    return isPrepared ? undefined : "it couldn't be compiled at the start, because PostgreSQL couldn't be reached";
  }
  if (!isPrepared) console.log("Compiling the content, which may take a minute …");
  const child = createChild<DeskFunctions>({ name: "start", timeoutMs: maxCompileMs });
  const prepared = await child.call("prepareRelease");
  child.close();
  if (!isPrepared) console.log("The content is compiled.");
  if ("mistake" in prepared) throw new EnvironmentError(prepared.mistake);
  const { report, problem } = prepared;
  if (report) console.warn(report);
  if (problem === undefined) return undefined;
  const reason = `${problem} (the site still serves the last compiled content; correct the content and publish it)`;
  console.warn(`content: ${reason}`);
  return reason;
}
