import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { paths } from "../../platform/paths.ts";
import { compileContent } from "../compile.ts";
import { readContentFolder } from "../content-folder.ts";
import { report } from "../content-report.ts";
import { drawPlates } from "../draw-plates.ts";

/**
 * Checks the content folder and compiles it into the index and the drawn plates.
 * @returns what is wrong with it, for a person; `undefined` where it was fine and has been compiled
 */
export function compileContentFolder(): string | undefined {
  const { source, problems, missingTranslations } = readContentFolder(paths.content);
  if (problems.length > 0) return report(problems, missingTranslations);
  mkdirSync(dirname(paths.contentIndex), { recursive: true });
  // Beside the old one and then in its place: a server that has it open goes on with what it has.
  const fresh = `${paths.contentIndex}.new`;
  compileContent(source, fresh);
  renameSync(fresh, paths.contentIndex);
  rmSync(paths.plates, { recursive: true, force: true });
  drawPlates(source.herbs, paths.plates);
  return undefined;
}

if (import.meta.main) {
  const mistakes = compileContentFolder();
  if (mistakes) {
    console.error(mistakes);
    process.exitCode = 1;
  }
}
