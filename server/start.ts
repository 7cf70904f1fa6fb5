import { EnvironmentError } from "../app/platform/environment-error.ts";
import { readEnvironment } from "../app/platform/environment.ts";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { build, isCurrent } from "./build.ts";
import { loadServer } from "./load-server.ts";
import { publishAtStart } from "./publish-at-start.ts";

/**
 * Entry of `npm start`: checks the environment, publishes the content if it was edited, builds the code if it isn't current,
 * serves. If the content has mistakes, it serves the last good release.
 */
writeConsoleAsJson();
try {
  process.env["NODE_ENV"] ??= "production";
  const contentProblem = await publishAtStart(readEnvironment(process.env));
  if (!isCurrent()) build();
  const { start } = await loadServer();
  await start(process.env, { contentProblem });
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  // The operator gets the message without a stack.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
