import { createFunctions } from "../app/services/desk/publishing/child-functions.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";

/**
 * Compiles the published content with this code, before an update starts it. Prints the report to standard error, and
 * to standard output why the current release can't be compiled although one can be served. `site-admin` of this and the
 * former release run it.
 */
const prepared = await createFunctions(readEnvironment(process.env)).prepareRelease();
if ("mistake" in prepared) {
  console.error(prepared.mistake);
  process.exitCode = 1;
} else {
  if (prepared.report) console.error(prepared.report);
  if (prepared.problem) process.stdout.write(prepared.problem);
}
