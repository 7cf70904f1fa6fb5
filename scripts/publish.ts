import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { setTimeout } from "node:timers/promises";
import { listPublished, selectParts, type SelectSource } from "#app/services/content/changes/choose-parts.ts";
import { isUnrecalled, listDraftNames } from "#app/services/content/changes/compare-content.ts";
import { compareParts, listPartNames } from "#app/services/content/changes/compare-parts.ts";
import { toPartName } from "#app/services/content/files/parts.ts";
import { findEarlierRelease, undoRelease } from "#app/services/content/publish/activate-release.ts";
import { publishContent } from "#app/services/content/publish/publish-content.ts";
import type { ContentResult } from "#app/services/content/publish/publish-result.ts";
import { listSource } from "#app/services/content/releases/fingerprints.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import type { Release } from "#app/services/content/releases/release.ts";
import { withPublisher, withReleases } from "#app/services/desk/publishing/with-publisher.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "#app/services/runtime/environment.ts";
import { isSystemError } from "#app/services/runtime/folders.ts";
import { formatUsage, runCommand, UsageError } from "./command.ts";

const help = `npm run publish [-- OPTION]
               npm run publish -- --only PART…

  Checks the content, prints what changes, and publishes it. The running site shows it within seconds.

  --dry-run   prints what would change, and the parts that aren't published
  --only      publishes these parts alone: product/huang-qi, batch/HQ251201, settings. The others stay drafts
  --undo      goes back to the release before
  --unrecall  also takes back recalls, which is refused otherwise

The variables DATA_DIR, CONTENT_DIR and DATABASE_URL must be those of the site.

Exit code: 0 done, or nothing to do; 1 there are mistakes, it isn't possible, or a node lacks it; 2 wrong option.`;

const options = {
  "dry-run": { type: "boolean" },
  only: { type: "boolean" },
  undo: { type: "boolean" },
  unrecall: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Maximum number of listed changes, parts or addresses. Further changes are only counted. */
const maxLines = 100;

/** Milliseconds to wait until every node serves a new release. */
const maxWaitMs = 15_000;

const signs = { added: "+", changed: "~", removed: "-" } as const;

await runCommand({
  name: "publish",
  help,
  options,
  npmOptions: ["dry-run", "only", "undo", "unrecall"],
  failureCode: 1,
  async run({ "dry-run": isDryRun = false, only, undo: isUndo, unrecall }, names) {
    if (names[0] !== undefined && !only)
      throw new UsageError(`${formatUsage("unknownWord", { word: names[0] })}\n\n${help}`);
    if (only && names.length === 0) throw new UsageError(help);
    if (isUndo && (isDryRun || only)) throw new UsageError(formatUsage("undoAlone"));
    const environment = readEnvironment(process.env);
    rejectMissingFolder(environment);
    const selectSource = only ? createPartSelector(names) : undefined;
    const work = async (publisher: PublishingStores) => {
      if (!unrecall && !isDryRun) await rejectUnrecall(publisher, isUndo, selectSource);
      await (isUndo ? undo(publisher) : publish(publisher, { isDryRun, selectSource }));
    };
    await withPublisher(environment, "npm run publish", work).catch((error: unknown) => {
      throw isSystemError(error) ? new EnvironmentError(`Nothing was published: ${error.message}`) : error;
    });
    if (!isDryRun) await withReleases(environment, ({ releases }) => awaitNodes(releases));
  },
});

/** Rejects a missing `DATA_DIR` other than the default, because it is probably mistyped. */
function rejectMissingFolder({ DATA_DIR, DATABASE_URL }: Environment): void {
  const isDefault = DATA_DIR === readEnvironment({}).DATA_DIR;
  if (isDefault || DATABASE_URL !== undefined || existsSync(DATA_DIR)) return;
  const advice = "Set DATA_DIR to the folder of the site, or start the site once to create the folder";
  throw new EnvironmentError(`DATA_DIR=${DATA_DIR}: there is no such folder, so no site has run with it. ${advice}.`);
}

/**
 * Selects parts by name; a folder selects all its parts.
 * @throws EnvironmentError for a name without unpublished changes
 */
function createPartSelector(names: readonly string[]): SelectSource {
  return (published, draft) => {
    const parts = listPartNames(compareParts(published, draft));
    const find = (name: string) => parts.filter((part) => toPartName(part) === name || part.startsWith(`${name}/`));
    const unknownName = names.find((name) => find(name).length === 0);
    if (unknownName === undefined) return selectParts(published, draft, new Set(names.flatMap(find)));
    throw new EnvironmentError(formatUsage("noPart", { word: unknownName, parts: joinParts(parts) || "–" }));
  };
}

function joinParts(parts: readonly string[]): string {
  return parts.slice(0, maxLines).map(toPartName).join(" ");
}

/** @throws EnvironmentError if the next release would no longer mark a batch as recalled */
async function rejectUnrecall(
  publisher: PublishingStores,
  isUndo: boolean | undefined,
  selectSource: SelectSource = (_published, draft) => [...draft],
): Promise<void> {
  const { content, releases } = publisher;
  const current = await releases.readCurrent();
  const earlier = isUndo ? await findEarlierRelease(publisher) : undefined;
  if (!current || (isUndo && !earlier)) return;
  const list = async (release: Release) => {
    await releases.fetch(release.id);
    return listPublished({ ...release, folder: releases.folder.getFolder(release.id) });
  };
  const before = await list(current);
  const after = earlier ? await list(earlier) : selectSource(before, listSource(content));
  const parts = compareParts(before, after)
    .parts.filter(isUnrecalled)
    .map(({ part }) => part);
  if (parts.length > 0) throw new EnvironmentError(formatUsage("unrecall", { parts: joinParts(parts) }));
}

/** Waits until every running node serves the current release, and names those that don't. */
async function awaitNodes(releases: PublishingStores["releases"]): Promise<void> {
  for (const end = Date.now() + maxWaitMs; ; await setTimeout(500)) {
    const lateNodes = await releases.listLateNodes();
    if (lateNodes.length === 0) return;
    if (Date.now() < end) continue;
    for (const { node, problem = "no reason known yet" } of lateNodes)
      console.error(`Not served by ${node}: ${problem}`);
    process.exitCode = 1;
    return;
  }
}

type Options = { isDryRun: boolean; selectSource: SelectSource | undefined };

async function publish(publisher: PublishingStores, choice: Options): Promise<void> {
  const result = await publishContent(publisher, { by: getUserName(), ...choice });
  if (result.text) console.error(result.text);
  if (result.outcome === "mistakes") {
    process.exitCode = 1;
    const parts = joinParts(result.needed);
    if (parts) console.error(`\n${formatUsage("neededParts", { parts })}`);
  }
  if ("counts" in result) {
    printChanges(result);
    // Vanished addresses don't block the release.
    if (result.vanished.length > 0)
      console.error(formatUsage("vanished", { addresses: result.vanished.slice(0, maxLines).join(" ") }));
  }
  console.log(describeResult(result));
  const draftNames = result.outcome === "dry-run" ? listDraftNames(result.drafts) : [];
  if (draftNames.length > 0) console.log(formatUsage("parts", { parts: joinParts(draftNames) }));
}

/** Prints each change on a line, for example `~ product huang-qi  黄芪`. */
function printChanges({ changes, counts }: Pick<Release, "changes" | "counts">): void {
  for (const { action, kind, id, title } of changes.slice(0, maxLines)) {
    console.log(`${signs[action]} ${kind} ${id}${title ? `  ${title}` : ""}`);
  }
  const hidden = counts.added + counts.changed + counts.removed - maxLines;
  if (hidden > 0) console.log(`… and ${hidden} more`);
}

function describeResult(result: ContentResult): string {
  switch (result.outcome) {
    case "mistakes":
      return "Nothing was published: correct the mistakes first.";
    case "unchanged":
      return "Nothing has changed since the current release.";
    case "dry-run":
      return `Would be published: ${describeCounts(result)}.`;
    case "published":
      return `Published ${result.id}: ${describeCounts(result)}.`;
  }
}

/** Describes a release's changes, for example `2 added, 1 changed`. */
function describeCounts({ counts }: Pick<Release, "counts">): string {
  const parts = Object.entries(counts).flatMap(([action, count]) => (count > 0 ? [`${count} ${action}`] : []));
  return parts.join(", ") || "no item changed";
}

async function undo(publisher: PublishingStores): Promise<void> {
  const [from, to] = await undoRelease(publisher);
  console.log(`Went back from ${from.id} to ${to.id}. The content folder is unchanged.`);
}

/** Returns the user's name, or the number, because a container's user may have no name. */
function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
