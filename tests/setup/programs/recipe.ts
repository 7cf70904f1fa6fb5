import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { listOwnEntries } from "#tests/setup/content/own-entries.ts";

/** Matches files and folders that a copy of the tree doesn't need. */
const excludedPathPattern = /(^|\/)(node_modules|build|build\.(?:lock|earlier)|data|\.git|\.react-router)$/;

/** Copies the tree to a temporary folder, which links to the same packages. Call `dispose` at the end. */
export function copyTree(): { folder: string; dispose(): void } {
  const folder = mkdtempSync(join(tmpdir(), "tree-"));
  cpSync(".", folder, { recursive: true, filter: (path) => !excludedPathPattern.test(toUnixPath(path)) });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

type Step =
  | { action: "write"; file: string; text: string }
  | { action: "append"; file: string; text: string }
  | { action: "insert"; file: string; side: string; line: string; text: string }
  | { action: "copy"; file: string; to: string }
  | { action: "delete"; file: string };

const writePattern = "\\bWrite\\s+`(?<writtenFile>[^`]+)`";
const appendPattern = "\\bAt the end of\\s+`(?<appendedFile>[^`]+)`";
const insertPattern = "\\bIn\\s+`(?<file>[^`]+)`,\\s+(?<side>after|before)\\s+(?<ticks>`+)(?<line>.+?)\\k<ticks>";
const blockPattern = ":\\s*\\n\\n(?<indent> *)```\\w*\\n(?<text>[\\s\\S]*?)\\n\\k<indent>```";
const copyPattern = "\\bCopy\\s+`(?<copiedFile>[^`]+)`\\s+to\\s+`(?<to>[^`]+)`";
const removePattern = "(?<=\\bDelete [^\\n]*)`(?<deletedFile>[^`]+)`";
const stepPattern = new RegExp(
  `(?:${writePattern}|${appendPattern}|${insertPattern})${blockPattern}|${copyPattern}|${removePattern}`,
  "g",
);

/** Finds a document's steps, in order. */
function findSteps(document: string): Step[] {
  return [...document.matchAll(stepPattern)].map(({ groups = {} }) => {
    const { writtenFile, appendedFile, file, side, line, copiedFile, to, deletedFile, indent = "" } = groups;
    const text = `${(groups["text"] ?? "").replaceAll(new RegExp(`^${indent}`, "gm"), "")}\n`;
    if (deletedFile) return { action: "delete", file: deletedFile };
    if (writtenFile) return { action: "write", file: writtenFile, text };
    if (appendedFile) return { action: "append", file: appendedFile, text };
    return copiedFile
      ? { action: "copy", file: copiedFile, to: to! }
      : { action: "insert", file: file!, side: side!, line: line!, text };
  });
}

/** Follows a recipe in the tree in `folder`. @returns the files that changed */
export function followRecipe(recipe: string, folder: string): string[] {
  const filesBefore = readFiles(folder);
  const document = readFileSync(recipe, "utf8");
  const steps = findSteps(document);
  const blocks = document.match(/^ *```\w/gm)?.length ?? 0;
  // A step in other words isn't found, so there would be more blocks of code than steps.
  if (steps.filter(({ action }) => action !== "copy" && action !== "delete").length !== blocks)
    throw new Error(`${recipe}: a block of code belongs to no step`);
  for (const step of steps) applyStep(step, folder);
  const filesAfter = readFiles(folder);
  return [...new Set([...filesBefore.keys(), ...filesAfter.keys()])]
    .filter((file) => filesBefore.get(file) !== filesAfter.get(file))
    .sort();
}

function applyStep(step: Step, folder: string): void {
  const path = join(folder, step.file);
  if (step.action === "copy") return cpSync(path, join(folder, step.to), { recursive: true });
  if (step.action === "delete") return rmSync(path, { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  if (step.action === "write") return writeFileSync(path, step.text);
  const currentText = readFileSync(path, "utf8");
  if (step.action === "append") return writeFileSync(path, currentText + step.text);
  const { line, side, text } = step;
  const matchingLines = currentText.split("\n").filter((candidate) => candidate.includes(line.trim()));
  if (matchingLines.length !== 1)
    throw new Error(`${step.file} has ${matchingLines.length} lines with ${line}, instead of one`);
  const ownLine = `${matchingLines[0]}\n`;
  writeFileSync(
    path,
    currentText.replace(ownLine, () => (side === "after" ? ownLine + text : text + ownLine)),
  );
}

function readFiles(folder: string): Map<string, string> {
  const files = listOwnEntries(folder).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [toUnixPath(relative(folder, path)), readFileSync(path, "latin1")]));
}

function toUnixPath(path: string): string {
  return path.split(sep).join("/");
}
