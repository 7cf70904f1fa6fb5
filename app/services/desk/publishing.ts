import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Locale } from "../../i18n/locales.ts";
import type { Redirect } from "../content/files/redirect-addresses.ts";
import type { ContentChange } from "../content/publishing/compare-content.ts";
import { openConfirmedTranslations } from "../content/publishing/confirmed-translations.ts";
import { openReleaseFolder } from "../content/publishing/release-folder.ts";
import type { Recall } from "../content/publishing/recall-batch.ts";
import { runScript } from "../content/publishing/run-script.ts";
import type { Environment } from "../runtime/environment.ts";
import { listFilesInTurns } from "../runtime/folders.ts";
import { openJsonList } from "../runtime/parse-json.ts";
import { createSharedWork } from "../runtime/shared-work.ts";
import type { LeadResult } from "./lead-address.ts";
import type { MoveResult } from "./move-item.ts";

type Mistake = { file: string; title?: string | undefined; field: string; text: string };

/** A text that was left when another language was changed has the new sentences, and a version that may be confirmed. */
type Remarks = { remarks: (Mistake & { sentences?: string[]; version?: string })[] };

/** What isn't published. `files`: of `public`; beside a release that kept no content, all names. `hidden`: number of changes that aren't listed. */
type Drafts = { changes: ContentChange[]; files: string[]; hidden: number };

/** The release before the current one; missing if there is none. */
type UndoTo = { undoTo?: { id: string; time: string } | undefined };

/** Result of a check, of publishing, or of going back, as `scripts/publish-for-desk.ts` prints it. */
export type DeskResult =
  /** `stale`: a part isn't as it was shown. */
  | { outcome: "undone" | "shared" | "stale" }
  | { outcome: "published"; id: string }
  | ({ outcome: "unchanged" } & Remarks & UndoTo)
  | ({ outcome: "dry-run"; id: string } & Drafts & Remarks & UndoTo)
  /** `needed`: parts that weren't chosen, and which the chosen ones need. */
  | ({ outcome: "mistakes"; mistakes: Mistake[]; needed: string[] } & Drafts & Remarks & UndoTo)
  | ({ outcome: "failed"; text: string } & UndoTo);

/** `names`: titles or ids of some items that it changed. */
export type ReleaseRow = { id: string; time: string; by: string; isCurrent: boolean; count: number; names: string[] };

export type ReleaseDetails = { release: ReleaseRow; changes: ContentChange[]; differences: ContentChange[] };

/** `version`: hash of the files of the part as they are now. `change`: what bringing the part back would change. */
export type PartHistory = {
  releases: ReleaseRow[];
  title?: string | undefined;
  version: string;
  change?: ContentChange | undefined;
};

async function runForResult<Result>(script: string, words: readonly string[], variables = {}): Promise<Result> {
  const { output, errors, code } = await runScript(script, words, variables);
  if (code !== 0) throw new Error(`${script} ended with code ${String(code)}`, { cause: errors });
  return JSON.parse(output) as Result;
}

const readReleases = <Result>(...words: string[]) => runForResult<Result>("releases-for-desk.ts", words);

/** A part of the content as somebody has seen it. `version`: hash of its files. */
export type ShownPart = { part: string; version?: string };

/** What `scripts/publish-for-desk.ts` publishes. `isAll`: with all else. */
export type ChosenParts = { parts: readonly ShownPart[]; isAll: boolean };

type Publication = { shown: readonly ShownPart[]; chosen: readonly string[]; isAll: boolean };

type Work = "check" | "publish" | "recall" | "share" | "undo";

/** Another process does the work, so that pages aren't slower meanwhile. It is not stopped if the browser leaves. */
export function createPublishing({ CONTENT_DIR, DATA_DIR }: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">) {
  const work = createSharedWork<DeskResult>();
  const releases = openReleaseFolder(DATA_DIR);
  const confirmed = openConfirmedTranslations(DATA_DIR);
  const left = openJsonList(join(DATA_DIR, "left-parts.json"), z.string());
  /** What can't be noted is ticked the next time. */
  function keepLeft(parts: readonly string[]): void {
    try {
      left.write(parts);
    } catch {
      // The disk is full. What was published is published.
    }
  }

  /** The last check by language, and the state that it was made of. */
  const checks = new Map<Locale, { state: string; result: DeskResult }>();

  /** Describes the content folder by the sizes and times of its files, the release that is current, and what was confirmed. */
  async function readState(): Promise<string> {
    const sum = createHash("sha256").update([releases.readCurrentId(), ...confirmed.list()].join("\n"));
    for (const name of await listFilesInTurns(CONTENT_DIR).catch(() => [])) {
      const { size, mtimeMs } = (await stat(join(CONTENT_DIR, name)).catch(() => undefined)) ?? {};
      sum.update(`\n${name} ${size} ${mtimeMs}`);
    }
    return sum.digest("hex");
  }

  async function check(locale: Locale): Promise<DeskResult> {
    const state = await readState();
    const result = await work.share(locale, () => run("check", "", locale));
    // What was discarded, or published by a command, is no longer left.
    const drafts = new Set("changes" in result ? [...result.changes.map(({ part }) => part), ...result.files] : []);
    const formerlyLeft = left.read();
    const stillLeft = formerlyLeft.filter((part) => drafts.has(part));
    if (stillLeft.length < formerlyLeft.length && result.outcome !== "failed") keepLeft(stillLeft);
    checks.set(locale, { state, result });
    return result;
  }

  /** Like `check`, but returns the last result if nothing has changed since. Its preview may be gone. */
  async function peek(locale: Locale): Promise<DeskResult> {
    const known = checks.get(locale);
    return known?.state === (await readState()) ? known.result : check(locale);
  }

  const run = (name: Work, account: string, locale: Locale, words: readonly string[] = []) =>
    runForResult<DeskResult>("publish-for-desk.ts", [name, account, ...words], { OWNER_LANGUAGE: locale });

  return {
    /** Compares the content folder with what visitors see. Several who ask at the same time get one answer. */
    check,
    peek,
    /** Publishes what was chosen, as it was shown; everything if nothing was shown, or all of a list that says `isAll`. */
    async publish(account: string, locale: Locale, { shown, chosen, isAll }: Publication): Promise<DeskResult> {
      const unchosen = shown.filter(({ part }) => !chosen.includes(part));
      const parts = chosen.map((part) => shown.find((one) => one.part === part) ?? { part });
      const choice: ChosenParts = { parts, isAll: isAll && unchosen.length === 0 };
      const result = await run("publish", account, locale, parts.length > 0 ? [JSON.stringify(choice)] : []);
      if (result.outcome === "published") keepLeft(unchosen.map(({ part }) => part));
      return result;
    },
    getCurrentId: releases.readCurrentId,
    /** Parts that weren't chosen at the last publication. */
    listLeft: left.read,
    /** Publishes the recall of a batch alone, whatever else is edited. @param path of its file */
    recall: (account: string, locale: Locale, path: string, recalled: Recall): Promise<DeskResult> =>
      run("recall", account, locale, [path, JSON.stringify(recalled)]),
    /** `undefined` if there is another preview by now. */
    findPreview: releases.getPreviewPaths,
    /** Keeps a part for a week as if it were published alone. @param path of its page */
    share: (account: string, locale: Locale, part: string, path: string, title: string): Promise<DeskResult> =>
      run("share", account, locale, [part, path, title]),
    /** Like `peek`, but with a preview that exists, if there is something to preview. */
    async getDraft(locale: Locale): Promise<DeskResult> {
      const result = await peek(locale);
      return result.outcome === "dry-run" && !releases.getPreviewPaths(result.id) ? check(locale) : result;
    },
    confirm: confirmed.add,
    /** @param id of the release to go back to */
    undo: (account: string, locale: Locale, id: string): Promise<DeskResult> => run("undo", account, locale, [id]),
    moveItem: (part: string, id: string) => runForResult<MoveResult>("addresses-for-desk.ts", ["move", part, id]),
    leadAddress: (redirect: Redirect) =>
      runForResult<LeadResult>("addresses-for-desk.ts", ["lead", JSON.stringify(redirect)]),
    listReleases: () => readReleases<{ releases: ReleaseRow[] }>("list"),
    /** What a release changed, and what visitors would see differently if it were shown again. */
    readRelease: (id: string) => readReleases<ReleaseDetails | null>("show", id),
    /** The releases that changed a part; with an id, also what has changed since, up to the content as it is now. */
    readHistory: (part: string, id = "") => readReleases<PartHistory>("history", part, id),
  };
}
