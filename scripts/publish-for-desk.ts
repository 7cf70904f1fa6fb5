import { existsSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { describeProblem } from "../app/services/content/checks/content-report.ts";
import { parseTitle } from "../app/services/content/files/content-file.ts";
import { compareContent } from "../app/services/content/publishing/compare-content.ts";
import { publishContent } from "../app/services/content/publishing/publish-content.ts";
import { findEarlierRelease, undoRelease } from "../app/services/content/publishing/show-release.ts";
import { maxListedChanges, sourceName, type Change } from "../app/services/content/publishing/release.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import type { DeskResult } from "../app/services/desk/publishing.ts";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { withPublisher } from "./with-publisher.ts";

const [work, by = ""] = process.argv.slice(2);

/** Does what the desk's page asks for, `check`, `publish` or `undo`, and prints the result as JSON. */
try {
  console.log(JSON.stringify(await withPublisher(readEnvironment(process.env), run)));
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  console.log(JSON.stringify({ outcome: "failed", text: error.message } satisfies DeskResult));
}

async function run(publisher: PublishingStores): Promise<DeskResult> {
  if (work === "undo") {
    await undoRelease(publisher);
    return { outcome: "undone" };
  }
  const isDryRun = work !== "publish";
  const result = await publishContent(publisher, { by, isDryRun, keepsPreview: isDryRun });
  const undoTo = (await findEarlierRelease(publisher))?.time;
  if (result.outcome === "unchanged") return { outcome: "unchanged", undoTo };
  if (result.outcome === "mistakes") {
    const mistakes = result.mistakes.map((problem) => {
      const file = relative(publisher.content, problem.file).split(sep).join("/");
      return { file, title: readTitle(problem.file), ...describeProblem(problem) };
    });
    if (mistakes.length === 0) return { outcome: "failed", text: result.text, undoTo };
    return { outcome: "mistakes", mistakes, ...(await listDrafts(publisher)), undoTo };
  }
  if (!isDryRun) return { outcome: "published" };
  const { id, changes } = result.release;
  return { outcome: "dry-run", id, ...(await listDrafts(publisher, changes)), undoTo };
}

function listNames(released: readonly Change[]) {
  const names = released.slice(0, maxListedChanges).map(({ title, id }) => title ?? id);
  return { changes: [], files: names, hidden: released.length - names.length };
}

/** A file that was deleted has no title. */
function readTitle(file: string): string | undefined {
  return existsSync(file) && file.endsWith(".md") ? parseTitle(readFileSync(file, "utf8")) : undefined;
}

/** Lists what differs between the content folder and the content of the current release, and the files of `public` that differ. */
async function listDrafts({ content, releases }: PublishingStores, released: readonly Change[] = []) {
  const current = await releases.readCurrent();
  const published = current ? join(releases.folder.getFolder(current.id), sourceName, "content") : "";
  // A release of earlier code keeps no content, so only names are known.
  if (!existsSync(published)) return listNames(released);
  const changes = compareContent(published, content);
  const own = new Set(changes.map(({ part }) => `/${part}`));
  const files = released.filter(({ kind, id }) => kind === "file" && !own.has(id)).map(({ id }) => id);
  const [shown, shownFiles] = [changes.slice(0, maxListedChanges), files.slice(0, maxListedChanges)];
  return {
    changes: shown,
    files: shownFiles,
    hidden: changes.length - shown.length + files.length - shownFiles.length,
  };
}
