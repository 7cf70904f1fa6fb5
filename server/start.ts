import { enableCompileCache } from "node:module";
import { EnvironmentError } from "../app/platform/environment-error.ts";
import { readEnvironment } from "../app/platform/environment.ts";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { paths } from "../app/platform/paths.ts";
import { build, isCurrent } from "./build.ts";
import { loadServer } from "./load-server.ts";

/** `npm start`: checks the environment, builds what isn't current, serves. */
writeConsoleAsJson();
enableCompileCache(paths.compileCache);
try {
  process.env["NODE_ENV"] ??= "production";
  readEnvironment(process.env);
  if (!isCurrent()) build();
  const { start } = await loadServer();
  await start(process.env);
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  // For the person who starts it, in words.
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
