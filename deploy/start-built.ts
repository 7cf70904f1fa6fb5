import { existsSync } from "node:fs";
import { EnvironmentError } from "../app/platform/environment-error.ts";
import { readEnvironment } from "../app/platform/environment.ts";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { paths } from "../app/platform/paths.ts";
import { loadServer } from "../server/load-server.ts";
import { publishAtStart } from "../server/publish-at-start.ts";

/**
 * Serves the existing build. Unlike `npm start` it never builds the code, so it needs no development dependencies and writes
 * only to `DATA_DIR`.
 */
writeConsoleAsJson();
process.env["NODE_ENV"] ??= "production";
try {
  if (!existsSync(paths.stamp)) throw new EnvironmentError("There is no build here. Run `npm run build` first.");
  const contentProblem = await publishAtStart(readEnvironment(process.env));
  const { start } = await loadServer();
  await start(process.env, { contentProblem });
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
