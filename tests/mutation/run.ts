import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { installFolder } from "../setup/install-folder.ts";

/**
 * Entry of `npm run mutate`: changes a file, or the code of a folder, in many small ways, runs the unit tests of a folder
 * (by default its own) on each change, and prints the changes that no test fails on. The report is in `build/mutation`.
 */
const [target, testFolder] = process.argv.slice(2);
const folder = resolve("tests", "mutation");

type Stryker = { runMutationTest(): Promise<{ status: string }[]> };
type StrykerModule = { Stryker: new (options: object) => Stryker };

if (!target || !existsSync(target)) {
  console.error("npm run mutate -- FOLDER_OR_FILE [FOLDER_OF_TESTS], such as app/services/submissions");
  process.exit(2);
}
const isFile = statSync(target).isFile();
installFolder(folder);
const module = createRequire(join(folder, "package.json")).resolve("@stryker-mutator/core");
const { Stryker } = (await import(pathToFileURL(module).href)) as StrykerModule;
const stryker = new Stryker({
  // Excludes start-script.ts, because its function becomes text of the page, which lacks Stryker's functions.
  mutate: [isFile ? target : `${target}/**/*.{ts,tsx}`, "!**/*.test.{ts,tsx}", "!**/start-script.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: {
    configFile: "tests/mutation/vitest.config.ts",
    dir: testFolder ?? (isFile ? dirname(target) : target),
    related: false,
  },
  coverageAnalysis: "perTest",
  // Ignores changes of constants, because each would restart the test runner.
  ignoreStatic: true,
  // Stryker reads no configuration of TypeScript, because TypeScript 7 lacks the API for it.
  tsconfigFile: "none",
  ignorePatterns: ["/build", "/build.*", "/data"],
  concurrency: 2,
  timeoutMS: 8_000,
  tempDirName: "build/mutation/sandbox",
  cleanTempDir: "always",
  reporters: ["progress-append-only", "clear-text", "json"],
  jsonReporter: { fileName: `build/mutation/${target.replaceAll("/", "-")}.json` },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, allowEmojis: false },
});
await stryker.runMutationTest();
