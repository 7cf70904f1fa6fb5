import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Locale } from "../../i18n/locales.ts";
import type { ContentChange } from "../content/publishing/compare-content.ts";
import { openConfirmedTranslations } from "../content/publishing/confirmed-translations.ts";
import { openReleaseFolder } from "../content/publishing/release-folder.ts";
import type { Recall } from "../content/publishing/recall-batch.ts";
import { runScript } from "../content/publishing/run-script.ts";
import type { Environment } from "../runtime/environment.ts";
import { listFiles } from "../runtime/folders.ts";
import { createSharedWork } from "../runtime/shared-work.ts";

type Mistake = { file: string; title?: string | undefined; field: string; text: string };

/** A text that was left when another language was changed has the new sentences, and a version that may be confirmed. */
type Remarks = { remarks: (Mistake & { sentences?: string[]; version?: string })[] };

/** What isn't published. `files`: of `public`; beside a release that kept no content, all names. `hidden`: number of changes that aren't listed. */
type Drafts = { changes: ContentChange[]; files: string[]; hidden: number };

/** When the release was published that going back leads to; missing if there is none. */
type UndoTo = { undoTo?: string | undefined };

/** Result of a check, of publishing, or of going back, as `scripts/publish-for-desk.ts` prints it. */
export type DeskResult =
  | { outcome: "published" | "undone" | "shared" }
  | ({ outcome: "unchanged" } & Remarks & UndoTo)
  | ({ outcome: "dry-run"; id: string } & Drafts & Remarks & UndoTo)
  /** `needed`: parts that weren't chosen, and which the chosen ones need. */
  | ({ outcome: "mistakes"; mistakes: Mistake[]; needed: string[] } & Drafts & Remarks & UndoTo)
  | ({ outcome: "failed"; text: string } & UndoTo);

type Work = "check" | "publish" | "recall" | "share" | "undo";

/** Another process does the work, so that pages aren't slower meanwhile. It is not stopped if the browser leaves. */
export function createPublishing({ CONTENT_DIR, DATA_DIR }: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">) {
  const work = createSharedWork<DeskResult>();
  const releases = openReleaseFolder(DATA_DIR);
  const confirmed = openConfirmedTranslations(DATA_DIR);
  /** The last check by language, and the state that it was made of. */
  const checks = new Map<Locale, { state: string; result: DeskResult }>();

  /** Describes the content folder by the sizes and times of its files, the release that is current, and what was confirmed. */
  function readState(): string {
    const files = listFiles(CONTENT_DIR).files.map((name) => {
      const { size, mtimeMs } = statSync(join(CONTENT_DIR, name), { throwIfNoEntry: false }) ?? {};
      return `${name} ${size} ${mtimeMs}`;
    });
    return hash("sha256", [releases.readCurrentId(), ...confirmed.list(), ...files].join("\n"));
  }

  async function check(locale: Locale): Promise<DeskResult> {
    const state = readState();
    const result = await work.share(locale, () => run("check", "", locale));
    checks.set(locale, { state, result });
    return result;
  }

  /** Like `check`, but returns the last result if nothing has changed since. Its preview may be gone. */
  async function peek(locale: Locale): Promise<DeskResult> {
    const known = checks.get(locale);
    return known?.state === readState() ? known.result : check(locale);
  }

  async function run(name: Work, account: string, locale: Locale, words: readonly string[] = []): Promise<DeskResult> {
    const { output, errors, code } = await runScript("publish-for-desk.ts", [name, account, ...words], {
      OWNER_LANGUAGE: locale,
    });
    if (code !== 0) throw new Error(`publishing ended with code ${String(code)}`, { cause: errors });
    return JSON.parse(output) as DeskResult;
  }

  return {
    /** Compares the content folder with what visitors see. Several who ask at the same time get one answer. */
    check,
    peek,
    /** @param parts those that are published; all without any */
    publish: (account: string, locale: Locale, parts: readonly string[]): Promise<DeskResult> =>
      run("publish", account, locale, parts),
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
    undo: (account: string, locale: Locale): Promise<DeskResult> => run("undo", account, locale),
  };
}
