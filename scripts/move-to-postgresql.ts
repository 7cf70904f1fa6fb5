import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "../app/services/runtime/environment.ts";
import { databaseFile } from "../app/services/runtime/paths.ts";
import { NoDatabaseError, openDatabase, openExistingDatabase } from "../app/services/submissions/database/database.ts";
import { moveDatabase, type MoveReport } from "../app/services/submissions/database/move.ts";
import { createOwner, type Owner } from "../app/services/submissions/inbox/owner.ts";
import { toSingleLine } from "../app/services/submissions/outbox/plain-text.ts";
import { lockFolder } from "../app/services/submissions/database/site-lock.ts";

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
  const { t } = owner;
  const file = resolve(DATA_DIR, databaseFile);
  if (DATABASE_URL === undefined) throw new UsageError(t("move.noAddress"));
  const source = await openSource(DATA_DIR, owner);
  try {
    // The lock is held until the command ends, so the site can't start meanwhile.
    if (!lockFolder(DATA_DIR)) throw new UsageError(t("move.siteRuns", { file }));
    const target = await openDatabase({ DATABASE_URL, DATA_DIR }, statementTimeoutMs);
    try {
      printReports(await move(source, target, owner), file, owner);
    } finally {
      await target.destroy();
    }
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

async function move(...[source, target, { t }]: [...Parameters<typeof moveDatabase>, Owner]): Promise<MoveReport[]> {
  try {
    return await moveDatabase(source, target);
  } catch (error) {
    throw new UsageError(t("move.interrupted", { reason: (error as Error).message }), { cause: error });
  }
}

function printReports(reports: readonly MoveReport[], file: string, owner: Owner): void {
  const { t } = owner;
  for (const report of reports) console.log(formatReport(report, owner));
  const count = reports.reduce((sum, { failures }) => sum + failures.length, 0);
  if (count > 0) {
    console.error(t("move.incomplete", { file, count }));
    process.exitCode = 1;
  } else {
    console.log(reports.length === 0 ? t("move.nothing") : t("move.complete", { file }));
  }
}

function formatReport(report: MoveReport, { t, formatNumber }: Owner): string {
  const table = t(`move.tables.${report.table}`);
  const { movedCount, presentCount, differentCount, changedCount, otherKeyCount, failures } = report;
  const summary =
    otherKeyCount > 0
      ? t("move.otherKey", { table, count: otherKeyCount })
      : t("move.table", { table, moved: formatNumber(movedCount), present: formatNumber(presentCount) });
  return [
    summary,
    ...(differentCount > 0 ? [t("move.different", { count: differentCount })] : []),
    ...(changedCount > 0 ? [t("move.changed", { count: changedCount })] : []),
    ...failures.map(({ key, reason }) =>
      t("move.failed", {
        key: toSingleLine(key),
        reason: reason === undefined ? t("move.taken") : toSingleLine(reason),
      }),
    ),
  ].join("\n");
}
