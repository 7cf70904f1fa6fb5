import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { findNeededParts, listPublished, type SelectSource } from "#app/services/content/changes/choose-parts.ts";
import {
  describeDrafts,
  listVanished,
  readFileTitle,
  readTitle,
} from "#app/services/content/changes/compare-content.ts";
import { compareParts, listPartNames, type PartChange } from "#app/services/content/changes/compare-parts.ts";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import { splitMistakes } from "#app/services/content/checks/draft-mistakes.ts";
import { findUnreadable } from "#app/services/content/checks/unused-files.ts";
import { compileContentFolder, type CompileOptions } from "#app/services/content/compile/compile.ts";
import { findCollection } from "#app/services/content/files/collections.ts";
import { toPartName } from "#app/services/content/files/parts.ts";
import { completeSaves } from "#app/services/content/files/save-files.ts";
import { drawPdfs } from "#app/services/content/pdfs/draw-pdfs.ts";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { formatReport } from "#app/services/content/reading/content-report.ts";
import {
  hashCompiler,
  hashList,
  isCompiledByThisCode,
  listSource,
  type SourceFile,
} from "#app/services/content/releases/fingerprints.ts";
import { ReleaseConflictError } from "#app/services/content/releases/release-database.ts";
import type { PublishingStores } from "#app/services/content/releases/release-store.ts";
import {
  filesName,
  indexName,
  indexVersion,
  maxListedChanges,
  sourceName,
  type Change,
  type Release,
} from "#app/services/content/releases/release.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { precompressedSuffixes } from "#app/services/runtime/web/compression.ts";
import { PictureError } from "./draw-share-pictures.ts";
import type { ContentResult, ListedProblem } from "./publish-result.ts";
import { addReleaseFiles, keepSource, listReleaseFiles } from "./release-files.ts";

type Options = {
  by: string;
  isDryRun?: boolean;
  /** Keeps the compiled result of a dry run. */
  keep?: ((compiled: CompiledDraft, id: string) => void) | undefined;
  /** Result that a dry run kept. It is published as it is if it was compiled from the same files. */
  kept?: CompiledDraft | undefined;
  /** Whether files are served to which only the draft of `part` refers, as in a preview. */
  showsDraft?: ((part: string) => boolean) | undefined;
  /** Receives a sentence about each slow step. */
  onProgress?: ((step: string) => void) | undefined;
  /** Selects the files to publish; if missing, everything in the folders is published. */
  selectSource?: SelectSource | undefined;
  maxAttempts?: number | undefined;
} & CompileOptions;

/** `folder`: hash of the source. `draftFiles`: served files that only drafts name. */
export type CompiledDraft = Pick<Release, "folder" | "files"> & {
  draft: string;
  text: string;
  remarks: Problem[];
  draftFiles: string[];
};

/** Repeats work that fails because another process publishes, or the content is edited. */
export async function retryConflicts<Result>(
  { releases }: PublishingStores,
  work: () => Promise<Result>,
  maxAttempts = 3,
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
  retryConflicts(publisher, () => publishOnce(publisher, options), options.maxAttempts);

async function publishOnce(
  { content, releases }: PublishingStores,
  { by, isDryRun, keep, kept, selectSource, ...options }: Options,
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
  const canPublishKept = !isDryRun && kept?.folder === hashList(source) && existsSync(kept.draft);
  const confirmed = new Set(openConfirmations(releases.folder.dataFolder).list());
  const compile = selectSource ? compileAlone : compileDraft;
  const result = canPublishKept
    ? withoutDraftFiles(kept)
    : await compile(releases.folder.createDraft(), { content }, source, previous, { ...options, confirmed });
  const { text } = result;
  const report = { text, remarks: listProblems(content, result.remarks), drafts: describeDrafts(comparison) };
  if ("mistakes" in result) {
    if (result.mistakes.length === 0) throw new EnvironmentError(text);
    const chosenParts = new Set(listPartNames(changes));
    const remainingParts = listPartNames(comparison).filter((part) => !chosenParts.has(part));
    const needed = findNeededParts(result.mistakes, content, remainingParts);
    return { outcome: "mistakes", mistakes: listProblems(content, result.mistakes), needed, ...report };
  }
  const { draft, folder, files } = result;
  const release = createRelease({ by, previous: current?.id, folder, files }, changes.parts);
  if (isDryRun) keep?.(result, release.id);
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

/** Removes files that only a preview serves. */
function withoutDraftFiles(compiled: CompiledDraft): CompiledDraft {
  const { draft, draftFiles, files } = compiled;
  const suffixes = ["", ...Object.values(precompressedSuffixes)];
  const names = new Set(draftFiles.flatMap((path) => suffixes.map((suffix) => `${filesName}/${path}${suffix}`)));
  for (const name of names) rmSync(join(draft, name), { force: true });
  return { ...compiled, files: files.filter(({ path }) => !names.has(path)) };
}

type FailedDraft = { mistakes: Problem[]; remarks: Problem[]; text: string };

/** Compiles only the files of `source`. Mistakes are reported at their place in the content folder. */
async function compileAlone(...[draft, { content }, source, previous, options]: Parameters<typeof compileDraft>) {
  keepSource(draft, source, previous);
  const sourceFolder = join(draft, sourceName);
  const keptSource = source.map(({ path, hash }) => ({ path, hash, file: join(sourceFolder, path) }));
  const folders = { content: join(sourceFolder, "content"), publicFolder: join(sourceFolder, "public") };
  // The cache is for the content folder.
  const published = previous && join(previous.folder, sourceName);
  const result = await compileDraft(draft, folders, keptSource, previous, { ...options, published, cache: undefined });
  const toContentPaths = (text: string) => text.replaceAll(join(sourceFolder, "content"), () => content);
  const toContentProblem = (problem: Problem) => ({ ...problem, file: toContentPaths(problem.file) });
  const report = { text: toContentPaths(result.text), remarks: result.remarks.map(toContentProblem) };
  return "mistakes" in result
    ? { ...report, mistakes: result.mistakes.map(toContentProblem) }
    : { ...result, ...report };
}

/**
 * Compiles the content into `draft`, and adds the files that the release serves.
 * @param previous release whose equal files are reused
 * @throws ReleaseConflictError if the folder was edited meanwhile
 */
export async function compileDraft(
  draft: string,
  { content, publicFolder }: { content: string; publicFolder?: string },
  source: readonly SourceFile[],
  previous: (Release & { folder: string }) | undefined,
  { showsDraft, onProgress, ...compileOptions }: Pick<Options, "showsDraft" | "onProgress"> & CompileOptions = {},
): Promise<CompiledDraft | FailedDraft> {
  const onDraw = (number: number, count: number) => onProgress?.(`Drawing the pages of PDF ${number} of ${count} …`);
  const compiled = await compileContentFolder(
    content,
    join(draft, indexName),
    (pdfs) => drawPdfs(pdfs, join(draft, filesName), previous && join(previous.folder, filesName), { onDraw }),
    publicFolder,
    compileOptions,
  );
  const { text, mistakes, remarks, photos } = compiled;
  if (!photos) return { mistakes, remarks, text };
  keepSource(draft, source, previous);
  const folder = hashList(source);
  if (hashList(listSource(content, publicFolder)) !== folder)
    throw new ReleaseConflictError("somebody is editing the content");
  try {
    const draftFiles = await addReleaseFiles(draft, photos, previous, showsDraft);
    return { draft, remarks, text, folder, draftFiles, files: listReleaseFiles(draft) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { mistakes: [], remarks, text: error.message };
  }
}

export function createRelease(
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
    changes: parts
      .slice(0, maxListedChanges)
      .map((change) => ({ action: getAction(change), ...getChangeName(change.part), title: readTitle(change) })),
    counts: { added: count("added"), changed: count("changed"), removed: count("removed") },
  };
}

/** Earlier code can't read the action `moved`, so moved items are listed as changed. */
const getAction = ({ action }: PartChange): Change["action"] => (action === "moved" ? "changed" : action);

function getChangeName(part: string): Pick<Change, "kind" | "id"> {
  const collection = findCollection(part);
  if (!collection) return { kind: "file", id: part.startsWith("/") ? part : `/${part}` };
  const { name, files } = collection;
  if (files !== "items" && files !== "records") return { kind: "document", id: name };
  return { kind: name, id: toPartName(part).slice(name.length + 1) };
}

export const createReleaseId = (time: string): string =>
  `${time.slice(0, 19).replaceAll(":", "")}Z-${randomBytes(3).toString("hex")}`;
