import { existsSync, mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { defaultLocale } from "../app/i18n/locales.ts";
import { describeFailure, describeOutdated, describeProblem } from "../app/services/content/checks/content-report.ts";
import type { Problem } from "../app/services/content/checks/problem.ts";
import { isTextPath } from "../app/services/content/files/content-path.ts";
import { readContentFolder } from "../app/services/content/files/content-folder.ts";
import { parseTitle } from "../app/services/content/files/front-matter.ts";
import { takeParts, type TakeSource } from "../app/services/content/publishing/choose-parts.ts";
import { compareContent, hashPart } from "../app/services/content/publishing/compare-content.ts";
import { openConfirmedTranslations } from "../app/services/content/publishing/confirmed-translations.ts";
import { findOutdatedTranslations } from "../app/services/content/publishing/outdated-translations.ts";
import { publishContent, type PublishResult } from "../app/services/content/publishing/publish-content.ts";
import { openSharedDrafts } from "../app/services/content/publishing/shared-drafts.ts";
import { recallSchema, takeRecall } from "../app/services/content/publishing/recall-batch.ts";
import { findEarlierRelease, undoRelease } from "../app/services/content/publishing/show-release.ts";
import type { Change } from "../app/services/content/publishing/release.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import type { ChosenParts, DeskResult } from "../app/services/desk/publishing.ts";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { isSystemError } from "../app/services/runtime/folders.ts";
import { withPublisher } from "./with-publisher.ts";

/** Drawing more at once would hold visitors. Those that aren't shown are counted. */
const maxShownChanges = 100;

const [work, by = "", ...words] = process.argv.slice(2);

/** A part that isn't as it was shown to the person who chose it. */
class StaleChoiceError extends Error {
  override name = "StaleChoiceError";
}

/**
 * Does what the desk asks for, and prints the result as JSON: `check`, `publish` (the chosen parts, or everything), `recall` (a file, its recall),
 * `share` (a part, the path of its page, its title) or `undo` (to a release).
 */
try {
  console.log(JSON.stringify(await withPublisher(readEnvironment(process.env), run)));
} catch (error) {
  const isStale = error instanceof StaleChoiceError;
  if (!(isStale || error instanceof EnvironmentError || isSystemError(error))) throw error;
  const text = describeFailure(error, readEnvironment(process.env).DATA_DIR);
  const result: DeskResult = isStale ? { outcome: "stale" } : { outcome: "failed", text };
  console.log(JSON.stringify(result));
}

async function run(publisher: PublishingStores): Promise<DeskResult> {
  if (work === "undo") {
    await undoRelease(publisher, words[0]);
    return { outcome: "undone" };
  }
  if (work === "share") return shareDraft(publisher);
  const isDryRun = work === "check";
  using folder = work === "recall" ? mkdtempDisposableSync(join(tmpdir(), "recall-")) : undefined;
  const takeSource = createChoice(publisher, folder?.path);
  const keep = publisher.releases.folder.keepPreview;
  const result = await publishContent(publisher, { by, isDryRun, keep, showsDraft: () => isDryRun, takeSource });
  if (result.outcome === "published") return { outcome: "published", id: result.release.id };
  const earlier = await findEarlierRelease(publisher);
  const undoTo = earlier && { id: earlier.id, time: earlier.time };
  if (result.outcome === "mistakes") return { ...(await describeMistakes(publisher, result)), undoTo };
  const remarks = await listRemarks(publisher, "remarks" in result ? result.remarks : undefined);
  if (result.outcome === "unchanged") return { outcome: "unchanged", ...remarks, undoTo };
  const { drafts, release } = result;
  return {
    outcome: "dry-run",
    id: release.id,
    ...listDrafts(publisher, drafts, release.changes),
    ...remarks,
    undoTo,
  };
}

/** Compiles a part as if it were published alone, with those that it needs. */
async function shareDraft(publisher: PublishingStores): Promise<DeskResult> {
  const [part = "", path = "", title] = words;
  const drafts = openSharedDrafts(publisher.releases.folder.dataFolder);
  const keep = (draft: string, id: string) => drafts.keep(draft, id, { part, path, title, by });
  const compile = (parts: readonly string[]) =>
    publishContent(publisher, {
      by,
      isDryRun: true,
      keep,
      showsDraft: (draft) => draft === part,
      takeSource: (published, draft) => takeParts(published, draft, new Set(parts)),
    });
  const alone = await compile([part]);
  const needed = alone.outcome === "mistakes" ? (alone.needed ?? []) : [];
  const result = needed.length > 0 ? await compile([part, ...needed]) : alone;
  if (result.outcome === "mistakes") return describeMistakes(publisher, result);
  return result.outcome === "unchanged" ? { outcome: "unchanged", remarks: [] } : { outcome: "shared" };
}

/** Each attempt to publish checks after it has listed the files that what was chosen is as it was shown. */
function createChoice({ content }: PublishingStores, folder: string | undefined): TakeSource | undefined {
  const [word = "", recalled = ""] = words;
  if (folder !== undefined) return takeRecall(word, recallSchema.parse(JSON.parse(recalled)), folder);
  if (word === "") return undefined;
  const { parts, isAll } = JSON.parse(word) as ChosenParts;
  return (published, draft) => {
    const stale = parts.find(({ part, version }) => version && hashPart(content, part) !== version);
    if (stale) throw new StaleChoiceError(`${stale.part} has changed`);
    return isAll ? [...draft] : takeParts(published, draft, new Set(parts.map(({ part }) => part)));
  };
}

type MistakenContent = Extract<PublishResult, { outcome: "mistakes" }>;

async function describeMistakes(publisher: PublishingStores, result: MistakenContent) {
  const { text, remarks, drafts = [], needed = [] } = result;
  if (result.mistakes.length === 0) return { outcome: "failed" as const, text };
  const mistakes = result.mistakes.map((problem) => describe(publisher, problem));
  const shown = { ...listDrafts(publisher, drafts), ...(await listRemarks(publisher, remarks)) };
  return { outcome: "mistakes" as const, mistakes, needed, ...shown };
}

function describe({ content }: PublishingStores, problem: Problem) {
  const file = relative(content, problem.file).split(sep).join("/");
  return { file, title: readTitle(problem.file), ...describeProblem(problem) };
}

/** @param found remarks of the content, if it was just read */
async function listRemarks(publisher: PublishingStores, found: Problem[] | undefined) {
  const { content, releases } = publisher;
  const confirmed = new Set(openConfirmedTranslations(releases.folder.dataFolder).list());
  const outdated = findOutdatedTranslations(content, releases.folder, confirmed).map((translation) => {
    const { file, sentences, version } = translation;
    const title = readTitle(join(content, dirname(file), `index.${defaultLocale}.md`));
    return { file, title, field: "", text: describeOutdated(translation), sentences, version };
  });
  const remarks = found ?? (await readContentFolder(content)).remarks;
  return { remarks: [...remarks.map((remark) => describe(publisher, remark)), ...outdated] };
}

/** A file that was deleted has no title. */
function readTitle(file: string): string | undefined {
  return existsSync(file) && isTextPath(file) ? parseTitle(readFileSync(file, "utf8")) : undefined;
}

function listDrafts(
  { content, releases }: PublishingStores,
  drafts: readonly string[],
  released: readonly Change[] = [],
) {
  const published = releases.folder.getPublishedContent() ?? "";
  const isKept = existsSync(published);
  const changes = isKept ? compareContent(published, content) : [];
  // A release of earlier code keeps no content, so only names are known.
  const files = isKept ? drafts.filter((part) => part.startsWith("/")) : released.map(({ title, id }) => title ?? id);
  const [shown, shownFiles] = [changes.slice(0, maxShownChanges), files.slice(0, maxShownChanges)];
  return {
    changes: shown,
    files: shownFiles,
    hidden: changes.length - shown.length + files.length - shownFiles.length,
  };
}
