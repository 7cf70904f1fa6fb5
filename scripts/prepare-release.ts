import { createFunctions } from "../app/services/desk/child-functions.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";

/** Compiles what is published by this code, before an update starts it: `site-admin` runs it. */
const prepared = await createFunctions(readEnvironment(process.env)).prepareRelease();
if ("mistake" in prepared) {
  console.error(prepared.mistake);
  process.exitCode = 1;
} else {
  if (prepared.report) console.error(prepared.report);
  if (prepared.problem) console.error(prepared.problem);
}
