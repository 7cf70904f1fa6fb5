import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { CheckedItem } from "../files/checked-items.ts";
import { indexVersion } from "../compile/index-version.ts";
import type { ReleaseFolder } from "./release-folder.ts";
import type { Release } from "./release.ts";
import type { EarlierIndex } from "./compile-content.ts";
import type { FileGroup } from "./file-groups.ts";
import { hashCompiler, hashFolder, hashLibraries, hashText, listStates, type PublishedFiles } from "./fingerprints.ts";

/*
 * The file `checked-content` beside the releases has the result of checking each item when this machine last published. Items that
 * weren't edited since aren't read and compiled again. The file may be deleted at any time.
 */

/** The first line of the file. */
type Header = {
  /** The release whose index has the items. */
  release: string;
  /** Hash of what all items depend on: code, libraries, herbs, categories, synonyms, glossary. */
  basis: string;
  /** Hash of the sizes and times of the files of `public`. */
  publicFiles: string;
  /** Number of lines that follow. */
  count: number;
};

/** A line of an item: the state and the hash of its files, and the result of its checks. */
type Line = { state: string; hash: string; item: CheckedItem };

/** The state of the content folder when a release is made. */
export type ContentState = {
  /** Hash of the content folder and of `public`. */
  folder: string;
  /** Hash of the compiler. */
  compiler: string;
  /** The index that only has to be updated; `undefined` if everything must be compiled. */
  earlier: EarlierIndex | undefined;
  /** Stores the results of these items in the file. Called when their release is current. */
  keep(items: readonly CheckedItem[], release: string): void;
};

/** Files that concern all items. */
const sharedFiles = /^(?:herbs|categories)\/|^(?:synonyms|glossary)\.yaml$/;

/** Coarsest precision of the times of files (FAT). Within it, a file may be edited again without a new time. */
const precisionMs = 2000;

const linesPerWrite = 1000;

/** Finds out what has changed since this machine last published. @param previous the current release */
export function readContentState(
  content: string,
  files: PublishedFiles,
  releases: ReleaseFolder,
  previous: Release | undefined,
): ContentState {
  const startTime = Date.now();
  const { header, lines } = readCheckedContent(releases.checkedContentFile);
  const unedited = [...lines].filter(([key, { state }]) => files.content.get(key)?.state === state);
  const { folder, groups } = hashFolder(content, files, new Map(unedited.map(([key, { hash }]) => [key, hash])));
  const compiler = hashCompiler();
  const shared = [...groups].filter(([key]) => sharedFiles.test(key));
  const libraries = hashLibraries();
  // The stored paths of photos depend on the working directory and on the content folder.
  const basis = hashText(JSON.stringify([indexVersion, compiler, libraries, process.cwd(), content, shared]));
  const publicHash = hashText(listStates(files.public));
  const index = previous && releases.getPaths(previous.id).index;
  const isUsable = header?.basis === basis && header.release === previous?.id && existsSync(index ?? "");
  const isSamePublic = header?.publicFiles === publicHash;
  const unchangedItems = unedited.filter(([, { item }]) => isSamePublic || !item.usesPublicFiles);
  return {
    folder,
    compiler,
    earlier: isUsable
      ? { file: index!, unchangedItems: new Map(unchangedItems.map(([key, { item }]) => [key, item])) }
      : undefined,
    keep(items, release) {
      if (libraries === undefined) return;
      const isOld = (group: FileGroup) => group.latestTime < startTime - precisionMs;
      const storedLines = items.flatMap((item): Line[] => {
        const key = `${item.kind}/${item.id}`;
        const group = files.content.get(key);
        if (group?.state === undefined || !isOld(group)) return [];
        return [{ state: group.state, hash: groups.get(key)!, item }];
      });
      writeCheckedContent(
        releases.checkedContentFile,
        { release, basis, publicFiles: publicHash, count: storedLines.length },
        storedLines,
      );
    },
  };
}

/** Reads the file. A missing or damaged file counts as empty. */
function readCheckedContent(file: string): { header?: Header; lines: Map<string, Line> } {
  try {
    const [first = "", ...others] = readFileSync(file, "utf8").trimEnd().split("\n");
    const header = JSON.parse(first) as Header;
    if (header.count !== others.length) return { lines: new Map() };
    const lines = others.map((line) => JSON.parse(line) as Line);
    return { header, lines: new Map(lines.map((line) => [`${line.item.kind}/${line.item.id}`, line])) };
  } catch {
    return { lines: new Map() };
  }
}

/** Replaces the file. If that fails, for example on a full disk, publishing only takes longer the next time. */
function writeCheckedContent(file: string, header: Header, lines: readonly Line[]): void {
  const draft = `${file}.new`;
  try {
    writeFileSync(draft, `${JSON.stringify(header)}\n`);
    for (let start = 0; start < lines.length; start += linesPerWrite) {
      const nextLines = lines.slice(start, start + linesPerWrite);
      appendFileSync(draft, nextLines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    }
    renameSync(draft, file);
  } catch {
    for (const path of [draft, file]) rmSync(path, { force: true });
  }
}
