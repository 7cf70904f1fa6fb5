import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { formatReport } from "../checks/content-report.ts";
import { splitMistakes } from "../checks/draft-mistakes.ts";
import type { Problem } from "../checks/problem.ts";
import { findUnreadable } from "../checks/unused-files.ts";
import { openConfirmations } from "../checks/confirmations.ts";
import { compileContentFolder } from "../compile/compile.ts";
import { findCollection } from "../files/collections.ts";
import { completeSaves } from "../files/save-files.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { findNeededParts, listPublished, type SelectSource } from "../changes/choose-parts.ts";
import { describeDrafts, listVanished, readFileTitle, readTitle } from "../changes/compare-content.ts";
import { compareParts, listPartNames, type PartChange } from "../changes/compare-parts.ts";
import { drawPdfs } from "../pdfs/draw-pdfs.ts";
import { PictureError } from "./draw-share-pictures.ts";
import { hashCompiler, hashList, isCompiledByThisCode, listSource, type SourceFile } from "./fingerprints.ts";
import { toPartName } from "../changes/parts.ts";
import { ReleaseConflictError } from "./release-database.ts";
import { addReleaseFiles, keepSource, listReleaseFiles } from "./release-files.ts";
import type { ContentResult, ListedProblem } from "./publish-result.ts";
import type { PublishingStores } from "./release-store.ts";
import {
  filesName,
  indexName,
  indexVersion,
  maxListedChanges,
  sourceName,
  type Change,
  type Release,
} from "./release.ts";

type Options = {
  by: string;
  isDryRun?: boolean;
  /** Keeps the compiled result of a dry run. */
  keep?: ((draft: string, id: string) => void) | undefined;
  /** Whether files are served to which only the draft of `part` refers, as in a preview. */
  showsDraft?: (part: string) => boolean;
  /** Selects the files to publish; if missing, everything in the folders is published. */
  selectSource?: SelectSource | undefined;
};

/** Maximum number of attempts to publish. An attempt fails if another process publishes, or the content is edited. */
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

/**
 * Publishes the content, unless it has mistakes or is unchanged.
 * @throws EnvironmentError if there is no content folder or no release, or a picture can't be drawn
 */
export const publishContent = (publisher: PublishingStores, options: Options): Promise<ContentResult> =>
  retryConflicts(publisher, () => publishOnce(publisher, options));

async function publishOnce(
  { content, releases }: PublishingStores,
  { by, isDryRun, keep, showsDraft, selectSource }: Options,
): Promise<ContentResult> {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory())
    throw new EnvironmentError(`CONTENT_DIR=${content}: there is no such folder`);
  // Otherwise half of an interrupted save could be published.
  await completeSaves(content);
  const current = await releases.readCurrent();
  const previous = current && { ...current, folder: releases.folder.getFolder(current.id) };
  const published = previous ? listPublished(previous) : [];
  if (selectSource && !current) throw new EnvironmentError("There is no release yet: publish everything first.");
  const all = listSource(content);
  const source = selectSource ? selectSource(published, all) : all;
  if (current && isCompiledByThisCode(current) && current.folder === hashList(source)) {
    // Unreadable files aren't part of the compared source, so they are reported here.
    const { mistakes } = splitMistakes(content, selectSource ? [] : findUnreadable(content));
    const report = { text: formatReport({ problems: mistakes }), remarks: [] };
    if (mistakes.length === 0) return { outcome: "unchanged", ...report };
    const drafts = describeDrafts(compareParts([], []));
    return { outcome: "mistakes", mistakes: listProblems(content, mistakes), needed: [], drafts, ...report };
  }
  const comparison = compareParts(published, all);
  const changes = selectSource ? compareParts(published, source) : comparison;
  const draft = releases.folder.createDraft();
  const confirmed = new Set(openConfirmations(releases.folder.dataFolder).list());
  const fill = selectSource ? fillDraftAlone : fillDraft;
  const result = await fill(draft, { content, confirmed }, source, previous, showsDraft);
  const { text, outcome } = result;
  if (outcome === "mistakes" && result.mistakes.length === 0) throw new EnvironmentError(text);
  const report = { text, remarks: listProblems(content, result.remarks), drafts: describeDrafts(comparison) };
  if (outcome === "mistakes") {
    const chosenParts = new Set(listPartNames(changes));
    const remainingParts = listPartNames(comparison).filter((part) => !chosenParts.has(part));
    const needed = findNeededParts(result.mistakes, content, remainingParts);
    return { outcome, mistakes: listProblems(content, result.mistakes), needed, ...report };
  }
  const { folder, files } = result;
  const release = createRelease({ by, previous: current?.id, folder, files }, changes.parts);
  if (isDryRun) keep?.(draft, release.id);
  else await releases.add(draft, release, current?.id);
  const { id, counts } = release;
  const details = { id, counts, changes: release.changes, vanished: listVanished(changes) };
  return { outcome: isDryRun ? "dry-run" : "published", ...details, ...report };
}

/** Adds the titles of the items with problems. @param content content folder */
export const listProblems = (content: string, problems: readonly Problem[]): ListedProblem[] =>
  problems.map((problem) => ({
    ...problem,
    file: relative(content, problem.file).split(sep).join("/"),
    title: readFileTitle(problem.file),
  }));

/** Compiles only the files of `source`. Mistakes are reported at their place in the content folder. */
async function fillDraftAlone(
  ...[draft, { content, confirmed }, source, previous, showsDraft]: Parameters<typeof fillDraft>
) {
  keepSource(draft, source, previous);
  const sourceFolder = join(draft, sourceName);
  const keptSource = source.map(({ path, hash }) => ({ path, hash, file: join(sourceFolder, path) }));
  const [contentFolder, publicFolder] = [join(sourceFolder, "content"), join(sourceFolder, "public")];
  const folders = { content: contentFolder, publicFolder, confirmed };
  const result = await fillDraft(draft, folders, keptSource, previous, showsDraft);
  const toContentPaths = (text: string) => text.replaceAll(join(sourceFolder, "content"), () => content);
  const toContentProblem = (problem: Problem) => ({ ...problem, file: toContentPaths(problem.file) });
  const [text, remarks] = [toContentPaths(result.text), result.remarks.map(toContentProblem)];
  if (result.outcome === "filled") return { ...result, text, remarks };
  return { ...result, text, remarks, mistakes: result.mistakes.map(toContentProblem) };
}

/**
 * Compiles the content into `draft`, and adds the files that the release serves.
 * @param previous release whose equal files are reused
 * @param showsDraft see `Options`
 * @throws ReleaseConflictError if the folder was edited meanwhile
 */
export async function fillDraft(
  draft: string,
  { content, publicFolder, confirmed }: { content: string; publicFolder?: string; confirmed?: ReadonlySet<string> },
  source: readonly SourceFile[],
  previous: (Release & { folder: string }) | undefined,
  showsDraft?: Options["showsDraft"],
) {
  const compiled = await compileContentFolder(
    content,
    join(draft, indexName),
    (pdfs) => drawPdfs(pdfs, join(draft, filesName), previous && join(previous.folder, filesName)),
    publicFolder,
    confirmed,
  );
  const { text, mistakes, remarks, photos } = compiled;
  if (!photos) return { outcome: "mistakes" as const, mistakes, remarks, text };
  keepSource(draft, source, previous);
  const folder = hashList(source);
  if (hashList(listSource(content, publicFolder)) !== folder)
    throw new ReleaseConflictError("somebody is editing the content");
  try {
    await addReleaseFiles(draft, photos, previous, showsDraft);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { outcome: "mistakes" as const, mistakes: [], remarks, text: error.message };
  }
  return { outcome: "filled" as const, remarks, text, folder, files: listReleaseFiles(draft) };
}

function createRelease(
  fields: Pick<Release, "by" | "previous" | "folder" | "files">,
  parts: readonly PartChange[],
): Release {
  const time = new Date().toISOString();
  const count = (action: Change["action"]) => parts.filter((change) => getAction(change) === action).length;
  return {
    ...fields,
    id: createReleaseId(time),
    time,
    compiler: hashCompiler(),
    indexVersion,
    changes: parts.slice(0, maxListedChanges).map(toChange),
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
  };
}

/** Earlier code can't read the action `moved`, so moved items are listed as changed. */
const getAction = ({ action }: PartChange): Change["action"] => (action === "moved" ? "changed" : action);

function toChange(change: PartChange): Change {
  const title = readTitle(change);
  return { action: getAction(change), ...getChangeName(change.part), ...(title !== undefined && { title }) };
}

function getChangeName(part: string): Pick<Change, "kind" | "id"> {
  const collection = findCollection(part);
  if (!collection) return { kind: "file", id: part.startsWith("/") ? part : `/${part}` };
  const { name, files } = collection;
  if (files !== "items" && files !== "records") return { kind: "document", id: name };
  return { kind: name, id: toPartName(part).slice(name.length + 1) };
}

export const createReleaseId = (time: string): string =>
  `${time.slice(0, 19).replaceAll(":", "")}Z-${randomBytes(3).toString("hex")}`;
