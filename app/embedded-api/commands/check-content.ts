import { readContentFolder } from "../content-folder.ts";
import { report } from "../content-report.ts";

/** `npm run check-content [-- FOLDER]`: names every mistake in the content; exit code 1 where there is one. */
const { problems, missingTranslations, source } = readContentFolder(process.argv[2] ?? "content");
console.log(report(problems, missingTranslations));
if (problems.length > 0) process.exitCode = 1;
else console.log(`${[...source.items].length} items are fine.`);
