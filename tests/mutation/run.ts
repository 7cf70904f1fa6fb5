import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { installFolder } from "../setup/install-folder.ts";

/**
 * Entry of `npm run mutate`: makes many small changes (mutants) in a file, or in the code of a folder. Runs the unit
 * tests of the same folder, or of another one, on each mutant, and prints the mutants on which no test fails. The
 * report is in `build/mutation`.
 */
const [target, testFolder] = process.argv.slice(2);
const folder = resolve("tests", "mutation");

type Stryker = { runMutationTest(): Promise<{ status: string }[]> };
type StrykerModule = { Stryker: new (options: object) => Stryker };

if (!target || !existsSync(target)) {
  console.error(
    "Name a file or folder that exists, for example npm run mutate -- app/services/submissions [FOLDER_OF_TESTS]",
  );
  process.exit(2);
}
const isFile = statSync(target).isFile();
installFolder(folder);
const module = createRequire(join(folder, "package.json")).resolve("@stryker-mutator/core");
const { Stryker } = (await import(pathToFileURL(module).href)) as StrykerModule;
const stryker = new Stryker({
  // Excludes start-script.ts, because its function is written into pages as text, and pages lack Stryker's functions.
  mutate: [isFile ? target : `${target}/**/*.{ts,tsx}`, "!**/*.test.{ts,tsx}", "!**/start-script.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: {
    configFile: "tests/mutation/vitest.config.ts",
    dir: testFolder ?? (isFile ? dirname(target) : target),
    related: false,
  },
  coverageAnalysis: "perTest",
  // Ignores static mutants (code that runs on import), because each would restart the test runner.
  ignoreStatic: true,
  // Stryker can't read a TypeScript configuration, because TypeScript 7 lacks the API for it.
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
