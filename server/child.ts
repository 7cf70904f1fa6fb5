import { createFunctions } from "#app/services/desk/publishing/child-functions.ts";
import { serveCalls } from "#app/services/runtime/child-calls.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import { writeConsoleAsJson } from "#app/services/runtime/json-console.ts";

/** Entry of the child processes, which the server starts. */
writeConsoleAsJson();
serveCalls(createFunctions(readEnvironment(process.env)));
