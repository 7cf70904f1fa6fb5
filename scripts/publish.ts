import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  publishContent,
  undoRelease,
  UndoError,
  type PublishResult,
} from "../app/services/content/publishing/publish-content.ts";
import type { Release } from "../app/services/content/publishing/release.ts";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "../app/services/runtime/environment.ts";
import { findOptionTakenByNpm } from "../app/services/runtime/npm-options.ts";
import { databaseFile } from "../app/services/runtime/paths.ts";
import type { Publisher } from "../app/services/content/publishing/release-store.ts";
import { withPublisher } from "./with-publisher.ts";

const help = `npm run publish [-- OPTION]

  Checks the content, prints what changes, and publishes it. The running site shows it within seconds.

  --dry-run   prints what would change
  --undo      goes back to the release before

The variables DATA_DIR, CONTENT_DIR and DATABASE_URL must be those of the site.

Exit code: 0 done, or nothing to do; 1 there are mistakes, or it isn't possible; 2 wrong option.`;

const options = { "dry-run": { type: "boolean" }, undo: { type: "boolean" }, help: { type: "boolean" } } as const;

/** Maximum number of printed changes. The others are only counted. */
const maxLines = 100;

const signs = { added: "+", changed: "~", removed: "-" } as const;

class UsageError extends Error {}

/** `npm run publish`: publishes the content folder. */
try {
  const { values } = parseArgs({ options });
  // npm takes an option before `--`, as in `npm run publish --dry-run`, and the command would publish.
  const takenOption = findOptionTakenByNpm(Object.keys(options), process.env);
  if (takenOption)
    throw new UsageError(`Nothing was done: write -- before the option, npm run publish -- --${takenOption}`);
  if (values["dry-run"] && values.undo) throw new UsageError("--dry-run and --undo: one at a time.");
  if (values.help) console.log(help);
  else await run(readEnvironment(process.env), values);
} catch (error) {
  const isUsage = error instanceof UsageError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  if (isUsage) console.error(`${(error as Error).message}\n\n${help}`);
  else if (error instanceof EnvironmentError || error instanceof UndoError) console.error(error.message);
  else if (isSystemError(error)) console.error(`Nothing was published: ${error.message}`);
  else console.error(error);
  process.exitCode = isUsage ? 2 : 1;
}

async function run(environment: Environment, values: { undo?: boolean; "dry-run"?: boolean }): Promise<void> {
  rejectMissingFolder(environment);
  await withPublisher(environment, (publisher) =>
    values.undo ? undo(publisher) : publish(publisher, environment, values["dry-run"] ?? false),
  );
}

/**
 * Rejects a `DATA_DIR` that doesn't exist, because it is probably mistyped. Only the default folder is created.
 * @throws EnvironmentError
 */
function rejectMissingFolder({ DATA_DIR, DATABASE_URL }: Environment): void {
  const isDefault = DATA_DIR === readEnvironment({}).DATA_DIR;
  if (isDefault || DATABASE_URL !== undefined || existsSync(DATA_DIR)) return;
  const advice = "Write the folder of the site, or start the site once, which creates it";
  throw new EnvironmentError(`DATA_DIR=${DATA_DIR}: there is no such folder, so no site has run with it. ${advice}.`);
}

/** Whether an error comes from the operating system, such as a full disk. */
function isSystemError(error: unknown): error is Error {
  const { syscall, code } = error as { syscall?: string; code?: string };
  return error instanceof Error && (syscall !== undefined || code === "ERR_SQLITE_ERROR");
}

async function publish(
  publisher: Publisher,
  { DATA_DIR, DATABASE_URL }: Environment,
  isDryRun: boolean,
): Promise<void> {
  const result = await publishContent(publisher, { by: getUserName(), isDryRun });
  if (result.text) console.error(result.text);
  if (result.outcome === "mistakes") process.exitCode = 1;
  if ("release" in result) printChanges(result.release);
  console.log(describeResult(result));
  // The folder may exist although no site has run with it.
  const hasSite = DATABASE_URL !== undefined || existsSync(join(DATA_DIR, databaseFile));
  if (result.outcome === "published" && !hasSite)
    console.log(`No site has run with DATA_DIR=${DATA_DIR} yet: a site shows this release when it starts.`);
}

/** Prints changes, a line each: `~ product huang-qi  黄芪`. */
function printChanges({ changes, counts }: Release): void {
  for (const { action, kind, id, title } of changes.slice(0, maxLines)) {
    console.log(`${signs[action]} ${kind} ${id}${title ? `  ${title}` : ""}`);
  }
  const hidden = counts.added + counts.changed + counts.removed - maxLines;
  if (hidden > 0) console.log(`… and ${hidden} more`);
}

function describeResult(result: PublishResult): string {
  switch (result.outcome) {
    case "mistakes":
      return "Nothing was published: correct the mistakes first.";
    case "unchanged":
      return "Nothing has changed since the current release.";
    case "dry-run":
      return `Would be published: ${describeCounts(result.release)}.`;
    case "published":
      return `Published ${result.release.id}: ${describeCounts(result.release)}.`;
  }
}

/** Describes how many changes a release has: `2 added, 1 changed`. */
function describeCounts({ counts }: Release): string {
  const parts = Object.entries(counts).flatMap(([action, count]) => (count > 0 ? [`${count} ${action}`] : []));
  return parts.join(", ") || "no item changed";
}

async function undo(publisher: Publisher): Promise<void> {
  const [from, to] = await undoRelease(publisher);
  console.log(`Went back from ${from.id} to ${to.id}. The content folder is unchanged.`);
}

/** Returns the name of the user. A user of a container may have none. */
function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
