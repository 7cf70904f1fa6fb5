import { existsSync } from "node:fs";
import { isEnvironmentError } from "../app/platform/environment-error.ts";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { paths } from "../app/platform/paths.ts";
import { loadBundle } from "../server/bundle.ts";

/**
 * Serves the build that is there. Unlike `npm start` it never builds, so it needs no development dependencies and writes
 * nowhere but `DATA_DIR`. In an image `npm start` could want to build: it compares times of files, which images round.
 */
writeConsoleAsJson();
try {
  process.env["NODE_ENV"] ??= "production";
  if (existsSync(paths.stamp)) {
    const { serve } = await loadBundle();
    await serve(process.env);
  } else {
    fail("There is no build here. Run `npm run build` first.");
  }
} catch (error) {
  if (!isEnvironmentError(error)) throw error;
  fail(error.message);
}

/** For the person who starts it, in words. */
function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
