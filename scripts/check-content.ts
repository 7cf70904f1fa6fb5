import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { readContentFolder } from "../app/services/content/files/content-folder.ts";
import { formatReport, getOwnerLocale } from "../app/services/content/checks/content-report.ts";
import { getContentTexts } from "../app/services/content/checks/messages.ts";

const help = `npm run check-content [-- FOLDER]

  FOLDER   the folder to look at; without it, CONTENT_DIR or content

Exit code: 0 everything is fine, 1 there are mistakes, 2 there is nothing to look at.`;

/** `npm run check-content`: reports every mistake in the content. */
try {
  const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
  if (values.help) console.log(help);
  else check(positionals[0] ?? getContentFolder(process.env));
} catch (error) {
  if (!(error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS")) throw error;
  fail(`${(error as Error).message}\n\n${help}`);
}

function check(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    fail(`There is no folder ${folder}.`);
    return;
  }
  if (isPartOfContent(folder)) {
    fail(`${folder} is only a part of the content: check all of it, npm run check-content`);
    return;
  }
  const { problems, missingTranslations, draftLinks, source } = readContentFolder(folder);
  console.log(formatReport(problems, missingTranslations, draftLinks));
  if (problems.length > 0) process.exitCode = 1;
  else {
    const count = [...source.items, ...source.pages, ...source.batches].length;
    console.log(getContentTexts(getOwnerLocale())("report.fine", { count }));
  }
}

/** Whether a folder is that of a kind or an item, and not the whole content. All its files would be reported as unknown. */
function isPartOfContent(folder: string): boolean {
  const hasSettings = (path: string) => existsSync(join(path, "settings"));
  return !hasSettings(folder) && ["..", "../.."].some((above) => hasSettings(resolve(folder, above)));
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}
