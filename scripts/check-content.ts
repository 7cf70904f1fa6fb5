import { statSync } from "node:fs";
import { findOutdatedTranslations } from "#app/services/content/changes/outdated-translations.ts";
import { openConfirmations } from "#app/services/content/checks/confirmations.ts";
import { createContentTranslator } from "#app/services/content/problems/messages.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { formatReport, getOwnerLocale } from "#app/services/content/reading/content-report.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { getContentFolder, getDataFolder } from "#app/services/runtime/environment.ts";
import { formatUsage, runCommand, UsageError } from "./command.ts";

const help = `npm run check-content [-- FOLDER]

  FOLDER   the folder to look at; without it, CONTENT_DIR or content

Exit code: 0 everything is fine, 1 there are mistakes, 2 there is nothing to look at.`;

await runCommand({
  name: "check-content",
  help,
  options: { help: { type: "boolean" } },
  run: (_values, [folder]) => check(folder ?? getContentFolder(process.env)),
});

async function check(folder: string): Promise<void> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(formatUsage("noFolder", { folder }));
  }
  const dataFolder = getDataFolder(process.env);
  const confirmedVersions = new Set(openConfirmations(dataFolder).list());
  const content = await readContentFolder(folder, undefined, { confirmed: confirmedVersions });
  const { problems, source } = content;
  const outdatedTranslations = findOutdatedTranslations(folder, openReleaseFolder(dataFolder), confirmedVersions);
  console.log(formatReport({ ...content, outdatedTranslations }));
  if (problems.length > 0) process.exitCode = 1;
  else {
    const count = [...source.items, ...source.pages, ...source.batches].length;
    console.log(createContentTranslator(getOwnerLocale())("report.fine", { count }));
  }
}
