import { existsSync } from "node:fs";
import { writeConsoleAsJson } from "../app/platform/json-console.ts";
import { paths } from "../app/platform/paths.ts";
import { loadServer } from "../server/load-server.ts";

/**
 * Serves the build that is there. Unlike `npm start` it never builds, so it needs no development dependencies and writes
 * nowhere but `DATA_DIR`. In an image `npm start` could want to build: it compares times of files, which images round.
 */
writeConsoleAsJson();
process.env["NODE_ENV"] ??= "production";
if (existsSync(paths.stamp)) {
  const { start } = await loadServer();
  await start(process.env);
} else {
  process.stderr.write("There is no build here. Run `npm run build` first.\n");
  process.exitCode = 1;
}
