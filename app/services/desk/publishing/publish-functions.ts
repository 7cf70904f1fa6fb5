import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { defaultLocale, type Locale } from "#app/i18n/locales.ts";
import { describeFailure, describeOutdated, describeProblem } from "#app/services/content/checks/content-report.ts";
import type { Problem } from "#app/services/content/checks/problem.ts";
import { readContentFolder } from "#app/services/content/files/content-folder.ts";
import { isTextPath } from "#app/services/content/files/content-path.ts";
import { parseTitle } from "#app/services/content/files/front-matter.ts";
import { decodeText } from "#app/services/content/files/text-bytes.ts";
import { selectParts, type SelectSource } from "#app/services/content/changes/choose-parts.ts";
import { describeChanges } from "#app/services/content/changes/compare-content.ts";
import { compareParts, hashPart, type Comparison, isPublic } from "#app/services/content/changes/compare-parts.ts";
import { listPartSource } from "#app/services/content/releases/fingerprints.ts";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import { findOutdatedTranslations } from "#app/services/content/changes/outdated-translations.ts";
import { publishContent, type PublishResult } from "#app/services/content/releases/publish-content.ts";
import { selectRecall, type Recall } from "#app/services/content/changes/recall-batch.ts";
import { ReleaseConflictError } from "#app/services/content/releases/release-database.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import { openSharedDrafts } from "#app/services/content/releases/shared-drafts.ts";
import { findEarlierRelease, undoRelease } from "#app/services/content/releases/activate-release.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { isFile, isSystemError } from "#app/services/runtime/folders.ts";
import { LockedError } from "#app/services/runtime/process-lock.ts";
import type { ChosenParts, DeskResult, DraftToShare } from "./desk-results.ts";
import { withPublisher } from "./with-publisher.ts";

/** Maximum number of listed changes, and of listed files in `public`. The rest are only counted. */
const maxShownChanges = 100;

/** Thrown if a part has changed since it was displayed for selection. */
class StaleChoiceError extends Error {
  override name = "StaleChoiceError";
}

/**
 * Creates the functions by which the desk checks, publishes, shares and undoes. Their parameter `locale` is the
 * language of messages, and `by` is the account that acts.
 */
export function createPublishFunctions(environment: Environment) {
  async function run(
    name: string,
    locale: Locale,
    work: (publisher: PublishingStores) => Promise<DeskResult>,
  ): Promise<DeskResult> {
    try {
      return await withPublisher(environment, name, work);
    } catch (error) {
      // A `ReleaseConflictError` means that the content changed during every attempt.
      if (error instanceof StaleChoiceError || error instanceof ReleaseConflictError) return { outcome: "stale" };
      if (error instanceof LockedError) return { outcome: "locked", holder: error.holder };
      if (!(error instanceof EnvironmentError || isSystemError(error))) throw error;
      return { outcome: "failed", text: describeFailure(error, environment.DATA_DIR, locale) };
    }
  }

  return {
    /** Compares the content folder with the published content, and keeps a preview. */
    check: (locale: Locale): Promise<DeskResult> =>
      run("check", locale, async (publisher) => {
        const keep = publisher.releases.folder.keepPreview;
        const result = await publishContent(publisher, { by: "", isDryRun: true, keep, showsDraft: () => true });
        return describeResult(publisher, locale, result);
      }),

    /** @param choice if omitted, everything is published */
    publish: (by: string, locale: Locale, choice?: ChosenParts): Promise<DeskResult> =>
      run("publish", locale, async (publisher) => {
        const selectSource = choice && createChoice(publisher, choice);
        return describeResult(publisher, locale, await publishContent(publisher, { by, selectSource }));
      }),

    /** Publishes only the recall of a batch. @param path path of the batch's file */
    recall: (by: string, locale: Locale, path: string, recalled: Recall): Promise<DeskResult> =>
      run("recall", locale, async (publisher) => {
        using folder = mkdtempDisposableSync(join(tmpdir(), "recall-"));
        const selectSource = selectRecall(path, recalled, folder.path);
        return describeResult(publisher, locale, await publishContent(publisher, { by, selectSource }));
      }),

    share: (by: string, locale: Locale, draft: DraftToShare): Promise<DeskResult> =>
      run("share", locale, (publisher) => shareDraft(publisher, by, locale, draft)),

    /** @param id id of the release to return to */
    undo: (locale: Locale, id: string): Promise<DeskResult> =>
      run("undo", locale, async (publisher) => {
        await undoRelease(publisher, id);
        return { outcome: "undone" };
      }),
  };
}

async function describeResult(publisher: PublishingStores, locale: Locale, result: PublishResult): Promise<DeskResult> {
  if (result.outcome === "published") return { outcome: "published", id: result.release.id };
  const earlier = await findEarlierRelease(publisher);
  const undoTo = earlier && { id: earlier.id, time: earlier.time };
  if (result.outcome === "mistakes") return { ...(await describeMistakes(publisher, locale, result)), undoTo };
  const remarks = await listRemarks(publisher, locale, "remarks" in result ? result.remarks : undefined);
  if (result.outcome === "unchanged") return { outcome: "unchanged", ...remarks, undoTo };
  const { drafts, release } = result;
  return { outcome: "dry-run", id: release.id, ...listDrafts(drafts), ...remarks, undoTo };
}

/** Compiles a part as if only this part, and the parts that it needs, were published. Keeps the result for sharing. */
async function shareDraft(
  publisher: PublishingStores,
  by: string,
  locale: Locale,
  draft: DraftToShare,
): Promise<DeskResult> {
  const { part, path, title } = draft;
  const drafts = openSharedDrafts(publisher.releases.folder.dataFolder);
  const keep = (folder: string, id: string) => drafts.keep(folder, id, { part, path, title, by });
  const compile = (parts: readonly string[]) =>
    publishContent(publisher, {
      by,
      isDryRun: true,
      keep,
      showsDraft: (one) => one === part,
      selectSource: (published, all) => selectParts(published, all, new Set(parts)),
    });
  const partResult = await compile([part]);
  const needed = partResult.outcome === "mistakes" ? (partResult.needed ?? []) : [];
  const result = needed.length > 0 ? await compile([part, ...needed]) : partResult;
  if (result.outcome === "mistakes") return describeMistakes(publisher, locale, result);
  return result.outcome === "unchanged" ? { outcome: "unchanged", remarks: [] } : { outcome: "shared" };
}

/**
 * Creates a function that selects the chosen parts, and throws if one has changed since it was displayed. Each attempt
 * to publish calls it after listing the files.
 */
function createChoice({ content }: PublishingStores, { parts, includesOthers }: ChosenParts): SelectSource {
  return (published, draft) => {
    const stale = parts.find(({ part, version }) => version && hashPart(listPartSource(content, part)) !== version);
    if (stale) throw new StaleChoiceError(`${stale.part} has changed`);
    return includesOthers ? [...draft] : selectParts(published, draft, new Set(parts.map(({ part }) => part)));
  };
}

type InvalidContentResult = Extract<PublishResult, { outcome: "mistakes" }>;

async function describeMistakes(publisher: PublishingStores, locale: Locale, result: InvalidContentResult) {
  const { text, remarks, drafts = compareParts([], []), needed = [] } = result;
  if (result.mistakes.length === 0) return { outcome: "failed" as const, text };
  const mistakes = result.mistakes.map((problem) => describe(publisher, locale, problem));
  const shownDetails = { ...listDrafts(drafts), ...(await listRemarks(publisher, locale, remarks)) };
  return { outcome: "mistakes" as const, mistakes, needed, ...shownDetails };
}

function describe({ content }: PublishingStores, locale: Locale, problem: Problem) {
  const file = relative(content, problem.file).split(sep).join("/");
  const { version } = problem;
  return { file, title: readTitle(problem.file), ...describeProblem(problem, locale), ...(version && { version }) };
}

/** @param knownRemarks remarks, if the content has just been read */
async function listRemarks(publisher: PublishingStores, locale: Locale, knownRemarks: Problem[] | undefined) {
  const { content, releases } = publisher;
  const confirmedVersions = new Set(openConfirmations(releases.folder.dataFolder).list());
  const outdated = findOutdatedTranslations(content, releases.folder, confirmedVersions).map((translation) => {
    const { file, sentences, version } = translation;
    const title = readTitle(join(content, dirname(file), `index.${defaultLocale}.md`));
    return { file, title, field: "", text: describeOutdated(translation, locale), sentences, version };
  });
  const remarks = knownRemarks ?? (await readContentFolder(content, undefined, confirmedVersions)).remarks;
  return { remarks: [...remarks.map((remark) => describe(publisher, locale, remark)), ...outdated] };
}

/** @returns `undefined` for a deleted file, a folder, or a file without a title */
function readTitle(file: string): string | undefined {
  return isFile(file) && isTextPath(file) ? parseTitle(decodeText(readFileSync(file))) : undefined;
}

/** Describes the unpublished changes, up to a limit. */
function listDrafts(drafts: Comparison) {
  const files = drafts.parts.filter(({ part }) => isPublic(part));
  const parts = drafts.parts.filter(({ part }) => !isPublic(part));
  const [shown, shownFiles] = [parts.slice(0, maxShownChanges), files.slice(0, maxShownChanges)];
  return {
    changes: describeChanges(drafts, shown),
    files: shownFiles.map(({ part }) => part),
    hidden: drafts.parts.length - shown.length - shownFiles.length,
  };
}
