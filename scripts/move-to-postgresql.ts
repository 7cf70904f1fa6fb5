import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "../app/services/runtime/environment.ts";
import { databaseFile } from "../app/services/runtime/paths.ts";
import { NoDatabaseError, openDatabase, openExistingDatabase } from "../app/services/submissions/database/database.ts";
import { moveDatabase, OtherKeyError } from "../app/services/submissions/database/move.ts";
import { lockFolder } from "../app/services/submissions/database/sqlite.ts";
import { createOwner, type Owner } from "../app/services/submissions/inbox/owner.ts";

/** Limit for a statement. It is longer than for a visitor's request. */
const statementTimeoutMs = 60_000;

/** The command can't be run like this. `message` is printed for the owner. */
class UsageError extends Error {}

/** Entry of `npm run move-to-postgresql`, which copies the SQLite file to PostgreSQL. */
try {
  const environment = readEnvironment(process.env);
  const owner = await createOwner(environment);
  if (readArguments(owner).help) console.log(owner.t("move.help"));
  else await main(environment, owner);
} catch (error) {
  const isExpected = error instanceof EnvironmentError || error instanceof UsageError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

function readArguments({ t }: Owner) {
  try {
    return parseArgs({ options: { help: { type: "boolean" } } }).values;
  } catch (error) {
    throw new UsageError(t("move.help"), { cause: error });
  }
}

async function main({ DATABASE_URL, DATA_DIR }: Environment, owner: Owner): Promise<void> {
  const { t, formatNumber } = owner;
  const file = resolve(DATA_DIR, databaseFile);
  if (DATABASE_URL === undefined) throw new UsageError(t("move.noAddress"));
  const source = await openSource(DATA_DIR, owner);
  try {
    // The lock is held until the command ends, so the site can't start meanwhile.
    if (!lockFolder(DATA_DIR)) throw new UsageError(t("move.siteRuns", { file }));
    const target = await openDatabase({ DATABASE_URL, DATA_DIR }, statementTimeoutMs);
    const reports = await moveDatabase(source, target)
      .catch((error: Error) => Promise.reject(describeFailure(error, owner)))
      .finally(() => target.destroy());
    for (const { table, movedCount, presentCount } of reports) {
      const counts = { moved: formatNumber(movedCount), present: formatNumber(presentCount) };
      console.log(t("move.table", { table: t(`move.tables.${table}`), ...counts }));
    }
    console.log(t("move.complete", { file }));
  } finally {
    await source.destroy();
  }
}

async function openSource(DATA_DIR: string, owner: Owner) {
  try {
    return await openExistingDatabase({ DATABASE_URL: undefined, DATA_DIR });
  } catch (error) {
    if (!(error instanceof NoDatabaseError)) throw error;
    throw new UsageError(owner.formatMissingDatabase(error), { cause: error });
  }
}

function describeFailure(error: Error, { t }: Owner): UsageError {
  const message =
    error instanceof OtherKeyError ? t("move.otherKey") : t("move.interrupted", { reason: error.message });
  return new UsageError(message, { cause: error });
}
