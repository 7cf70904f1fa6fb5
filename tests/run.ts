import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { browserFolder, installedBrowser } from "./setup/chromium.ts";

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

if (!installedBrowser() && !existsSync(join(browserFolder, "node_modules"))) {
  run("a browser for the tests", ["npm", "ci", "--prefix", browserFolder]);
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
