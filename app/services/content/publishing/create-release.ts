import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { photosPath } from "../../api/contract/pictures.ts";
import { indexVersion } from "../compile/index-version.ts";
import { writePhotos } from "../photos/write-photos.ts";
import { paths } from "../../runtime/paths.ts";
import type { ReleaseFolder } from "./release-folder.ts";
import {
  createReleaseId,
  filesName,
  indexName,
  maxListedChanges,
  type Change,
  type Release,
} from "./release.ts";
import { precompress } from "../../../../server/precompress.ts";
import { compileContentFolder, type CompiledContent } from "./compile-content.ts";
import {
  drawSharePictures,
  isDrawnPng,
  linkSharePictures,
  PictureError,
  readPaperColour,
} from "./draw-share-pictures.ts";
import { compareFiles, compareIndexes } from "./compare-content.ts";
import { hashCompiler, hashFolder, type PublishedFiles } from "./fingerprints.ts";
import {
  copyPublicFiles,
  linkPhotos,
  listReleaseFiles,
} from "./release-files.ts";

/** A release that isn't committed yet, or the mistakes that prevent it. `text` is for a person. */
export type ReleaseDraft =
  | { mistakes: number; text: string }
  | {
      mistakes: 0;
      text: string;
      draft: string;
      release: Release;
      changes: Change[];
    };

type Options = {
  /** `CONTENT_DIR`. */
  content: string;
  /** The published files. If one is edited after this list was made, the next start publishes the edit. */
  publishedFiles: PublishedFiles;
  releases: ReleaseFolder;
  /** The current release. */
  previous: Release | undefined;
  /** Name of the person who publishes. */
  by: string;
};

/** Checks and compiles a content folder into the draft of a release. The lock of the releases must be held. */
export async function createReleaseDraft({
  content,
  publishedFiles,
  releases,
  previous,
  by,
}: Options): Promise<ReleaseDraft> {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    return { mistakes: 1, text: `CONTENT_DIR=${content}: there is no such folder` };
  }
  const { folder } = hashFolder(content, publishedFiles);
  const compiler = hashCompiler();
  const draft = releases.createDraft();
  const index = join(draft, indexName);
  const { text: report, mistakes, content: compiledContent } = compileContentFolder(content, index);
  if (!compiledContent) return { mistakes, text: report };
  let ownFilesNote: string;
  const previousPaths = previous && releases.getPaths(previous.id);
  try {
    const isSameDrawing =
      previous?.compiler === compiler && readPaperColour(previousPaths!.index) === readPaperColour(index);
    ownFilesNote = await addFiles(join(draft, filesName), index, compiledContent, previousPaths?.files, isSameDrawing);
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    return { mistakes: 1, text: error.message };
  }
  const files = await listReleaseFiles(draft, previous, previous && releases.getFile(previous.id, ""));
  const changes = compare(
    { files, compiler, draft },
    previous,
    previous && releases.getFile(previous.id, ""),
  );
  const time = new Date();
  const release: Release = {
    id: createReleaseId(time, randomBytes(3).toString("hex")),
    time: time.toISOString(),
    by,
    ...(previous && { previous: previous.id }),
    folder,
    indexVersion,
    compiler,
    files,
    changes: changes.slice(0, maxListedChanges),
    counts: {
      added: changes.filter(({ action }) => action === "added").length,
      changed: changes.filter(({ action }) => action === "changed").length,
      removed: changes.filter(({ action }) => action === "removed").length,
    },
  };
  const text = [report, ownFilesNote].filter(Boolean).join("\n");
  return {
    mistakes: 0,
    text,
    draft,
    release,
    changes,
  };
}

/**
 * Adds the files that are served at their path.
 * @param isSameDrawing whether share pictures would look the same as in the previous release
 * @returns text for a person that names the owner's files which replace files that the site makes
 */
async function addFiles(
  files: string,
  index: string,
  { photos }: CompiledContent,
  previous: string | undefined,
  isSameDrawing: boolean,
): Promise<string> {
  copyPublicFiles(paths.public, files, previous);
  if (previous && isSameDrawing) linkSharePictures(files, previous);
  if (previous) linkPhotos(photos.getUsed(), files, previous);
  writePhotos(photos.getUsed(), join(files, photosPath));
  const ownPictures = await drawSharePictures(index, files);
  const keptFiles = [...(existsSync(join(files, "robots.txt")) ? ["/robots.txt"] : []), ...ownPictures];
  precompress(files);
  return keptFiles.map((path) => `${path} is a file of yours, and is served as it is.`).join("\n");
}

/** Returns the changes since the previous release. @param previousFolder the folder of the previous release */
function compare(
  { files, compiler, draft }: { files: Release["files"]; compiler: string; draft: string },
  previous: Release | undefined,
  previousFolder: string | undefined,
): Change[] {
  // An index of another version can't be read.
  const isComparable = previous === undefined || previous.indexVersion === indexVersion;
  const isOtherCode = previous !== undefined && previous.compiler !== compiler;
  const isDrawnIn = (folder: string) => (path: string) => isDrawnPng(join(folder, path));
  const previousSet = { files: previous?.files ?? [], isDrawn: isDrawnIn(previousFolder ?? "") };
  return [
    ...(isComparable
      ? compareIndexes(previousFolder && join(previousFolder, indexName), join(draft, indexName))
      : []),
    ...compareFiles(previousSet, { files, isDrawn: isDrawnIn(draft) }),
    ...(isOtherCode ? [{ action: "changed" as const, kind: "code", id: "compiler" }] : []),
  ];
}
