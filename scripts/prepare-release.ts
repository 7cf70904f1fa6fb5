import { createFunctions } from "#app/services/desk/publishing/child-functions.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";

/**
 * Compiles the published content with this version, before an update starts it. Prints the report to standard error. If
 * compiling fails, but the earlier index can be served, prints only the reason to standard output. Both this version's
 * `site-admin` and the former version's run this script.
 */
console.log = console.error;
const prepared = await createFunctions(readEnvironment(process.env)).prepareRelease();
if ("mistake" in prepared) {
  console.error(prepared.mistake);
  process.exitCode = 1;
} else {
  if (prepared.report) console.error(prepared.report);
  if (prepared.problem) process.stdout.write(`${prepared.problem}\n`);
}
