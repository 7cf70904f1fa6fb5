import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { paths } from "../../platform/paths.ts";
import { compileContent } from "../compile.ts";
import { readContentFolder } from "../content-folder.ts";
import { report } from "../content-report.ts";
import { drawPlates } from "../draw-plates.ts";

/**
 * Checks the content folder and, where nothing is wrong, compiles it into the index and the drawn plates.
 * @returns what there is to say of it, for a person (a missing translation is no mistake), and whether it was compiled
 */
export function compileContentFolder(): { text: string; isCompiled: boolean } {
  const { source, problems, missingTranslations } = readContentFolder(paths.content);
  const text = report(problems, missingTranslations);
  if (problems.length > 0) return { text, isCompiled: false };
  mkdirSync(dirname(paths.contentIndex), { recursive: true });
  // Beside the old one and then in its place: a server that has it open goes on with what it has.
  const fresh = `${paths.contentIndex}.new`;
  compileContent(source, fresh);
  renameSync(fresh, paths.contentIndex);
  drawPlates(source.herbs, paths.plates);
  return { text, isCompiled: true };
}

if (import.meta.main) {
  const { text, isCompiled } = compileContentFolder();
  if (text) console.error(text);
  if (!isCompiled) process.exitCode = 1;
}
