import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { readContentFolder } from "../content-folder.ts";
import { report } from "../content-report.ts";

const help = `npm run check-content [-- FOLDER]

  FOLDER   the folder to look at; without it, content

Exit code: 0 everything is fine, 1 there are mistakes, 2 there is nothing to look at.`;

/** `npm run check-content`: names every mistake in the content. */
try {
  const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
  if (values.help) console.log(help);
  else check(positionals[0] ?? "content");
} catch (error) {
  if (!(error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS")) throw error;
  refuse(`${(error as Error).message}\n\n${help}`);
}

function check(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    refuse(`There is no folder ${folder}.`);
    return;
  }
  const { problems, missingTranslations, source } = readContentFolder(folder);
  console.log(report(problems, missingTranslations));
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${[...source.items].length} items are fine.`);
}

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}
