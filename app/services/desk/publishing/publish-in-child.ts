import { listPublished, selectParts, type SelectSource } from "#app/services/content/changes/choose-parts.ts";
import { readPartTitle } from "#app/services/content/changes/compare-content.ts";
import { compareParts, hashPart, listPartNames } from "#app/services/content/changes/compare-parts.ts";
import { findOutdatedTranslations } from "#app/services/content/changes/outdated-translations.ts";
import type { RecallFields } from "#app/services/content/changes/recall-batch.ts";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import { getPart } from "#app/services/content/files/parts.ts";
import { createReadCache, type ReadCache } from "#app/services/content/problems/read-cache.ts";
import { findEarlierRelease, undoRelease } from "#app/services/content/publish/activate-release.ts";
import { listProblems, publishContent, type CompiledDraft } from "#app/services/content/publish/publish-content.ts";
import { publishRecall } from "#app/services/content/publish/publish-recall.ts";
import type { ContentResult, PublishResult } from "#app/services/content/publish/publish-result.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { listPartSource } from "#app/services/content/releases/fingerprints.ts";
import { ReleaseConflictError } from "#app/services/content/releases/release-database.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import type { Release } from "#app/services/content/releases/release.ts";
import { openSharedDrafts } from "#app/services/content/releases/shared-drafts.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { isDiskFull, isSystemError } from "#app/services/runtime/folders.ts";
import { LockedError } from "#app/services/runtime/process-lock.ts";
import { createStateReader } from "./content-state.ts";
import { withPublisher } from "./with-publisher.ts";

/** Thrown if a part has changed since it was displayed for selection. */
class StaleChoiceError extends Error {
  override name = "StaleChoiceError";
}

/** A part of the content as displayed. `version`: hash of its files. */
export type ShownPart = { part: string; version?: string };

/** Parts to publish. `includesOthers`: whether all other parts are published with them. */
export type ChosenParts = { parts: readonly ShownPart[]; includesOthers: boolean };

/** `path`: path of the part's page. */
export type DraftToShare = { part: string; path: string; title: string };

/** Creates the functions by which the desk checks, publishes, shares and undoes. `by`: the account that acts. */
export function createPublishFunctions(environment: Environment) {
  const readState = createStateReader(environment);
  const cache = createReadCache();
  /** Result of the last check. */
  let kept: CompiledDraft | undefined;

  async function run(
    name: string,
    work: (publisher: PublishingStores) => Promise<PublishResult>,
  ): Promise<PublishResult> {
    try {
      return await withPublisher(environment, name, work);
    } catch (error) {
      // A `ReleaseConflictError` means that the content changed during every attempt.
      if (error instanceof StaleChoiceError || error instanceof ReleaseConflictError) return { outcome: "stale" };
      if (error instanceof LockedError) return { outcome: "locked", holder: error.holder };
      if (!(error instanceof EnvironmentError || isSystemError(error))) throw error;
      const isFull = isDiskFull(error.cause ?? error, environment.DATA_DIR);
      return { outcome: "failed", reason: error.message, isDiskFull: isFull };
    }
  }

  return {
    /** Compares the content folder with the published content, and keeps a preview. */
    check: (): Promise<PublishResult> =>
      run("check", async (publisher) => {
        const state = await readState();
        const checkpoint = async () => {
          if ((await readState()) !== state) throw new ReleaseConflictError("the content was edited during the check");
        };
        const keep = (compiled: CompiledDraft, id: string) =>
          void (kept = { ...compiled, draft: publisher.releases.folder.keepPreview(compiled.draft, id) });
        const options = { by: "", isDryRun: true, keep, showsDraft: () => true, cache, checkpoint, maxAttempts: 1 };
        const result = await addCheckDetails(publisher, await publishContent(publisher, options), cache);
        return { ...result, state };
      }),

    /** @param choice if omitted, everything is published */
    publish: (by: string, choice?: ChosenParts): Promise<PublishResult> =>
      run("publish", async (publisher) => {
        const selectSource = choice && createChoice(publisher, choice);
        const result = await publishContent(publisher, { by, selectSource, kept, cache });
        return addCheckDetails(publisher, result, cache);
      }),

    /** Publishes only the recall of a batch, or its end. @param path path of the batch's file */
    recall: (by: string, path: string, recall: RecallFields): Promise<PublishResult> =>
      run("recall", async (publisher) => {
        return addCheckDetails(publisher, await publishRecall(publisher, { by, path, recall }), cache);
      }),

    /** Compiles a part as if only it, and the parts that it needs, were published. Keeps the result for sharing. */
    share: (by: string, { part, path, title }: DraftToShare): Promise<PublishResult> =>
      run("share", async (publisher) => {
        const drafts = openSharedDrafts(environment.DATA_DIR);
        const keep = ({ draft }: CompiledDraft, id: string) => drafts.keep(draft, id, { part, path, title, by });
        const showsDraft = (one: string) => one === part;
        const compile = (parts: readonly string[]) => {
          const selectSource: SelectSource = (published, all) => selectParts(published, all, new Set(parts));
          return publishContent(publisher, { by, isDryRun: true, keep, showsDraft, selectSource });
        };
        const partResult = await compile([part]);
        const needed = partResult.outcome === "mistakes" ? partResult.needed : [];
        const result = needed.length > 0 ? await compile([part, ...needed]) : partResult;
        return result.outcome === "dry-run" ? { outcome: "shared" } : addCheckDetails(publisher, result, cache);
      }),

    /** @param id id of the release to return to */
    undo: (id: string): Promise<PublishResult> =>
      run("undo", async (publisher) => {
        const list = ({ id: one, files }: Release) =>
          listPublished({ files, folder: publisher.releases.folder.getFolder(one) });
        const [from, to] = await undoRelease(publisher, id);
        return { outcome: "undone", parts: listPartNames(compareParts(list(to), list(from))), to: to.time };
      }),
  };
}

/** Adds outdated translations and the earlier release to a result, unless the content was published. */
async function addCheckDetails(publisher: PublishingStores, result: ContentResult, cache: ReadCache) {
  if (result.outcome === "published") return result;
  const { content, releases } = publisher;
  const earlier = await findEarlierRelease(publisher);
  const confirmed = new Set(openConfirmations(releases.folder.dataFolder).list());
  const outdated = findOutdatedTranslations(content, releases.folder, confirmed).map((translation) => ({
    ...translation,
    title: readPartTitle(content, getPart(translation.file)),
  }));
  // Unchanged content isn't read, because it isn't compiled.
  const remarks =
    result.outcome === "unchanged"
      ? listProblems(content, (await readContentFolder(content, undefined, { confirmed, cache })).remarks)
      : result.remarks;
  return { ...result, remarks, outdated, undoTo: earlier && { id: earlier.id, time: earlier.time } };
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
