import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { formatReport } from "../checks/content-report.ts";
import { splitMistakes } from "../checks/draft-mistakes.ts";
import type { Problem } from "../checks/problem.ts";
import { findUnreadable } from "../checks/unread-files.ts";
import { compileContentFolder } from "../compile/compile.ts";
import { completeSaves } from "../files/save-files.ts";
import { EnvironmentError } from "../../runtime/environment-error.ts";
import { findNeededParts, listChangedParts, listPublished, type TakeSource } from "./choose-parts.ts";
import { compareReleases } from "./compare-releases.ts";
import { PictureError } from "./draw-share-pictures.ts";
import { hashCompiler, hashList, isOfThisCode, listSource, type SourceFile } from "./fingerprints.ts";
import { ReleaseConflictError } from "./release-database.ts";
import { addReleaseFiles, keepSource, listReleaseFiles } from "./release-files.ts";
import type { PublishingStores } from "./release-store.ts";
import { indexName, indexVersion, maxListedChanges, sourceName, type Change, type Release } from "./release.ts";

/**
 * Result of publishing. `text` is for a person: mistakes, and missing translations. `remarks` are there if the content was read.
 * `drafts`: the parts that weren't published before; none if there is no release. `needed`: those of them that were
 * left out, and which the others need.
 */
export type PublishResult =
  | {
      outcome: "mistakes";
      mistakes: Problem[];
      remarks?: Problem[];
      text: string;
      drafts?: string[];
      needed?: string[];
    }
  | { outcome: "unchanged"; text: string }
  | { outcome: "published" | "dry-run"; remarks: Problem[]; text: string; release: Release; drafts: string[] };

type Options = {
  by: string;
  isDryRun?: boolean;
  /** Keeps what a dry run has compiled. */
  keep?: ((draft: string, id: string) => void) | undefined;
  /** Whether the files that only this part names are served although it is a draft. */
  showsDraft?: (part: string) => boolean;
  /** Without it, all that is in the folders is published. */
  takeSource?: TakeSource | undefined;
};

/** Another process may publish, or edit the content, in the meantime. */
const maxAttempts = 3;

export async function retryConflicts<Result>(
  { releases }: PublishingStores,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || attempt === maxAttempts) throw error;
    } finally {
      releases.folder.deleteDrafts();
    }
  }
}

/** With mistakes, or without edits, it changes nothing. */
export const publishContent = (publisher: PublishingStores, options: Options): Promise<PublishResult> =>
  retryConflicts(publisher, () => publishOnce(publisher, options));

async function publishOnce(
  { content, releases }: PublishingStores,
  { by, isDryRun, keep, showsDraft, takeSource }: Options,
): Promise<PublishResult> {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    return { outcome: "mistakes", mistakes: [], text: `CONTENT_DIR=${content}: there is no such folder` };
  }
  // Half of a save that failed isn't published.
  await completeSaves(content);
  const current = await releases.readCurrent();
  const previous = current && { ...current, folder: releases.folder.getFolder(current.id) };
  const published = previous ? listPublished(previous) : [];
  if (takeSource && !previous) throw new EnvironmentError("There is no release: publish everything first.");
  const all = listSource(content);
  const source = takeSource ? takeSource(published, all) : all;
  if (current && isOfThisCode(current) && current.folder === hashList(source)) {
    // What can't be read isn't part of the source.
    const { mistakes } = splitMistakes(content, takeSource ? [] : findUnreadable(content));
    if (mistakes.length === 0) return { outcome: "unchanged", text: "" };
    return { outcome: "mistakes", mistakes, text: formatReport({ problems: mistakes }) };
  }
  const drafts = previous ? listChangedParts(published, all) : [];
  const draft = releases.folder.createDraft();
  const result = await (takeSource ? fillDraftAlone : fillDraft)(draft, { content }, source, previous, showsDraft);
  if (result.outcome === "mistakes") {
    const chosen = new Set(listChangedParts(published, source));
    const left = drafts.filter((part) => !chosen.has(part));
    return { ...result, drafts, needed: findNeededParts(result.mistakes, content, left) };
  }
  const { text, remarks, folder, files } = result;
  const changes = compareReleases(previous, { indexVersion, files, folder: draft });
  const release = createRelease({ by, previous: current?.id, folder, files }, changes);
  if (isDryRun) {
    keep?.(draft, release.id);
    return { outcome: "dry-run", remarks, text, release, drafts };
  }
  await releases.add(draft, release, current?.id);
  return { outcome: "published", remarks, text, release, drafts };
}

/** Compiles the files of `source` without the others of the content folder. Their mistakes are named by their places there. */
async function fillDraftAlone(...[draft, { content }, source, previous, showsDraft]: Parameters<typeof fillDraft>) {
  keepSource(draft, source, previous);
  const kept = join(draft, sourceName);
  const keptSource = source.map(({ path, hash }) => ({ path, hash, file: join(kept, path) }));
  const folders = { content: join(kept, "content"), publicFolder: join(kept, "public") };
  const result = await fillDraft(draft, folders, keptSource, previous, showsDraft);
  const name = (text: string) => text.replaceAll(join(kept, "content"), () => content);
  const place = (problem: Problem) => ({ ...problem, file: name(problem.file) });
  const [text, remarks] = [name(result.text), (result.remarks ?? []).map(place)];
  if (result.outcome === "filled") return { ...result, text, remarks };
  return { ...result, text, remarks, mistakes: result.mistakes.map(place) };
}

/** @param previous the release whose files are taken where they are the same. @param showsDraft as of `Options`. @throws ReleaseConflictError if the folder was edited */
export async function fillDraft(
  draft: string,
  { content, publicFolder }: { content: string; publicFolder?: string },
  source: readonly SourceFile[],
  previous: (Release & { folder: string }) | undefined,
  showsDraft?: Options["showsDraft"],
) {
  const { text, mistakes, remarks, photos } = await compileContentFolder(content, join(draft, indexName), publicFolder);
  if (!photos) return { outcome: "mistakes" as const, mistakes, remarks, text };
  keepSource(draft, source, previous);
  const folder = hashList(source);
  if (hashList(listSource(content, publicFolder)) !== folder)
    throw new ReleaseConflictError("somebody is editing the content");
  try {
    await addReleaseFiles(draft, photos, previous, showsDraft);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { outcome: "mistakes" as const, mistakes: [], text: error.message };
  }
  return { outcome: "filled" as const, remarks, text, folder, files: listReleaseFiles(draft) };
}

function createRelease(
  fields: Pick<Release, "by" | "previous" | "folder" | "files">,
  changes: readonly Change[],
): Release {
  const time = new Date().toISOString();
  const count = (action: Change["action"]) => changes.filter((change) => change.action === action).length;
  return {
    ...fields,
    id: createReleaseId(time),
    time,
    compiler: hashCompiler(),
    indexVersion,
    changes: changes.slice(0, maxListedChanges),
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
  };
}

export const createReleaseId = (time: string): string =>
  `${time.slice(0, 19).replaceAll(":", "")}Z-${randomBytes(3).toString("hex")}`;
