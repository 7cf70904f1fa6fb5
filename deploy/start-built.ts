import { existsSync } from "node:fs";
import { writeConsoleAsJson } from "#app/services/runtime/json-console.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { loadServer } from "#server/build.ts";

/**
 * Unlike `npm start` this never builds the code, so it needs no development dependencies and writes only to `DATA_DIR`.
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
