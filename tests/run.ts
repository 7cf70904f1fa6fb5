import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { browserFolder, installedBrowser } from "./setup/chromium.ts";
import { hasJava, htmlFolder } from "./setup/html-checkers.ts";
import { installedPostgres, postgresFolder } from "./setup/postgres.ts";

/** `npm test`: every check and every test, in the order of what is quickest to tell. */
const checks: [what: string, command: string[]][] = [
  ["lint", ["oxlint", "--deny-warnings"]],
  ["format", ["prettier", "--check", "--log-level", "warn", "."]],
  ["route types", ["react-router", "typegen"]],
  ["types", ["tsc"]],
  ["dead code", ["knip"]],
  ["content", ["npm", "run", "--silent", "check-content"]],
  ["build", ["npm", "run", "--silent", "build"]],
];

/** What a machine may have, and npm has otherwise: in folders with lock files of their own, as they are large. */
const fromNpm: [what: string, installed: string | undefined, folder: string, ...options: string[]][] = [
  ["a browser for the tests", installedBrowser(), browserFolder],
  ["a PostgreSQL for the tests", installedPostgres(), postgresFolder],
  // The optional one runs on Java.
  ["checkers of HTML for the tests", undefined, htmlFolder, ...(hasJava() ? [] : ["--omit=optional"])],
];
for (const [what, installed, folder, ...options] of fromNpm) {
  const isMissing = !installed && !existsSync(join(folder, "node_modules"));
  if (isMissing) run(what, ["npm", "ci", ...options, "--prefix", folder]);
}
for (const [what, command] of checks) run(what, command);
run("tests", ["vitest", "run"]);

function run(what: string, [command, ...args]: string[]): void {
  console.log(`\n— ${what}`);
  const { status } = spawnSync(command!, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    console.error(`\n${what}: failed`);
    process.exit(status ?? 1);
  }
}
