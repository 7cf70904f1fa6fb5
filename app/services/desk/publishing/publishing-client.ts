import { join } from "node:path";
import { z } from "zod";
import type { RecallFields } from "#app/services/content/changes/recall-batch.ts";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import type { PublishResult } from "#app/services/content/publish/publish-result.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { ChildEndedError } from "#app/services/runtime/child-process.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { openJsonList } from "#app/services/runtime/parse-json.ts";
import type { LockHolder } from "#app/services/runtime/process-lock.ts";
import { within } from "#app/services/runtime/within.ts";
import type { DeskChildren } from "./child-functions.ts";
import { createStateReader } from "./content-state.ts";
import type { ChosenParts, DraftToShare, ShownPart } from "./publish-in-child.ts";
import { saveChanges } from "./saving.ts";
import { createTaskRegistry } from "./task-registry.ts";

type Publication = { shown: readonly ShownPart[]; chosen: readonly string[]; includesOthers: boolean };

/** An account's task, for the log. `chosen`: the selected parts. `path`: the part, or the release's id. */
export type PublishingTask = {
  work: "publish" | "recall" | "unrecall" | "share" | "undo";
  chosen?: readonly string[];
  path?: string;
};

/** An undo. `time`, `to`: when, and the time of the release that is current again. `parts`: not published again since. */
const undoSchema = z.object({ account: z.string(), time: z.string(), to: z.string(), parts: z.array(z.string()) });

const maxUndos = 50;

const getState = (result: PublishResult): string | undefined => ("state" in result ? result.state : undefined);

/** Publishes in a child process, so that pages don't slow down. The work continues if the browser leaves. */
export function createPublishingClient(
  { CONTENT_DIR, DATA_DIR }: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">,
  { editing, publishing }: DeskChildren,
) {
  const releases = openReleaseFolder(DATA_DIR);
  const confirmations = openConfirmations(DATA_DIR);
  const readState = createStateReader({ CONTENT_DIR, DATA_DIR });
  // If this list can't be written, its parts are selected the next time.
  const unselectedParts = openJsonList(join(DATA_DIR, "left-parts.json"), z.string());
  const undos = openJsonList(join(DATA_DIR, "undos.json"), undoSchema);
  let lastCheck: { time: number; result: PublishResult } | undefined;
  let running: Promise<PublishResult> | undefined;

  const orEnded = (result: Promise<PublishResult>) =>
    result.catch((error: unknown): PublishResult => {
      if (error instanceof ChildEndedError) return { outcome: "ended" };
      throw error;
    });

  async function check(): Promise<PublishResult> {
    const result = await orEnded(publishing.call("check"));
    if (getState(result) === undefined) return result;
    lastCheck = { time: Date.now(), result };
    // Removes from the list the unselected parts that have since been discarded or published.
    const { changes = [], files = [] } = "drafts" in result ? result.drafts : {};
    const drafts = new Set([...changes.map(({ part }) => part), ...files]);
    const formerlyUnselected = unselectedParts.read();
    const stillUnselected = formerlyUnselected.filter((part) => drafts.has(part));
    if (stillUnselected.length < formerlyUnselected.length) unselectedParts.tryToWrite(stillUnselected);
    return result;
  }

  /** Shares one check among concurrent callers. */
  const shareCheck = () => (running ??= check().finally(() => (running = undefined)));

  /**
   * Compares the content folder with the published content, unless nothing has changed since the last time. The
   * result's preview may be gone.
   */
  async function refreshCheck(listedState?: string): Promise<PublishResult> {
    const state = listedState ?? (await readState());
    if (lastCheck && getState(lastCheck.result) === state) return lastCheck.result;
    const result = await shareCheck();
    // An edit ends a running check, and a check that began before the edit doesn't cover it.
    const isOutdated = result.outcome === "stale" || (getState(result) ?? state) !== state;
    return isOutdated ? refreshCheck() : result;
  }

  return {
    refreshCheck: () => refreshCheck(),
    /** Waits for a check. If that takes longer than `waitMs`, returns the last result, if any, with its time. */
    async awaitCheck(waitMs: number): Promise<{ result?: PublishResult; time?: number; isChecking: boolean }> {
      // Pages poll, and listing the files takes long, so the files are listed only after the check has ended.
      if (running && !(await within(waitMs, running))) return { ...lastCheck, isChecking: true };
      // The wait for the list has no limit, because a page that left before its end would never get a result.
      const state = await readState();
      const result = await within(waitMs, refreshCheck(state));
      return result ? { result, isChecking: false } : { ...lastCheck, isChecking: true };
    },
    /**
     * Publishes the selected parts as displayed. Publishes everything if no part is selected, or if all displayed parts
     * are selected with `includesOthers`.
     */
    async publish(account: string, { shown, chosen, includesOthers }: Publication): Promise<PublishResult> {
      const unselected = shown.filter(({ part }) => !chosen.includes(part));
      const parts = chosen.map((part) => shown.find((one) => one.part === part) ?? { part });
      const choice: ChosenParts = { parts, includesOthers: includesOthers && unselected.length === 0 };
      const result = await orEnded(publishing.call("publish", account, parts.length > 0 ? choice : undefined));
      if (result.outcome !== "published") return result;
      unselectedParts.tryToWrite(unselected.map(({ part }) => part));
      const isUnpublished = (part: string) => unselected.some((one) => one.part === part);
      undos.tryToWrite(undos.read().map((undo) => ({ ...undo, parts: undo.parts.filter(isUnpublished) })));
      return result;
    },
    /** Whether an owner may be waiting for a check or a publication. */
    isBusy: publishing.isBusy,
    getCurrentId: releases.readCurrentId,
    /** Returns the parts left unselected at the last publication, or taken back since. */
    listUnselected: unselectedParts.read,
    /** Publishes only the recall of a batch, or its end. @param path path of the batch's file */
    recall: (account: string, path: string, recall: RecallFields) =>
      orEnded(publishing.call("recall", account, path, recall)),
    /** Returns a preview's paths; `undefined` if newer previews have replaced it. */
    findPreview: releases.getPreviewPaths,
    /** Shares a preview for a week, which renders the site as if only this part's draft were published. */
    share: (account: string, draft: DraftToShare) => orEnded(publishing.call("share", account, draft)),
    /** Calls `refreshCheck`, and ensures that its preview exists. */
    async getDraft(): Promise<PublishResult> {
      const result = await refreshCheck();
      return result.outcome === "dry-run" && !releases.getPreviewPaths(result.id) ? await shareCheck() : result;
    },
    confirm: confirmations.add,
    /** Leaves what is taken back unselected. @param id id of the release to return to */
    async undo(account: string, id: string): Promise<PublishResult> {
      const result = await orEnded(publishing.call("undo", id));
      if (result.outcome !== "undone" || result.parts.length === 0) return result;
      const { parts, to } = result;
      unselectedParts.tryToWrite([...new Set([...unselectedParts.read(), ...parts])]);
      const undo = { account, time: new Date().toISOString(), to, parts };
      undos.tryToWrite([undo, ...undos.read()].slice(0, maxUndos));
      return result;
    },
    /** Returns the undos, newest first. */
    listUndos: undos.read,
    callEditing: editing.call,
    save: (commit: AsyncIterable<Uint8Array>, account: string) => saveChanges(editing, commit, account, { DATA_DIR }),
    /** Returns the process that holds the lock, if any, except this site's own child process. */
    findHolder(): LockHolder | undefined {
      const holder = releases.findHolder();
      return holder?.pid === publishing.getPid() ? undefined : holder;
    },
    running: createTaskRegistry<PublishingTask, PublishResult>(),
  };
}
