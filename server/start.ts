import { EnvironmentError } from "../app/platform/environment-error.ts";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { build, isCurrent } from "./build.ts";
import { loadServer } from "./load-server.ts";

/** Entry of `npm start`: builds the code if the build isn't current, and starts the server. */
writeConsoleAsJson();
process.env["NODE_ENV"] ??= "production";
try {
  if (!isCurrent()) build();
  const { start } = await loadServer();
  await start(process.env);
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  // The operator gets the message without a stack.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
