import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import formerRelease from "../fixtures/former-release.json" with { type: "json" };

const { commit } = formerRelease;

/** Returns why the previous release's code isn't available; `undefined` if it is. */
export function getMissingFormerReason(): string | undefined {
  const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`]);
  return status === 0 ? undefined : `the history of this clone has no ${commit.slice(0, 8)}`;
}

/** Creates a folder with a build of the previous release's code. */
export function buildFormerRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), "former-"));
  const code = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: code });
  const readLock = (root: string) => readFileSync(join(root, "package-lock.json"), "utf8");
  if (readLock(folder) === readLock(".")) symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci"], { cwd: folder });
  execFileSync(process.execPath, ["--disable-warning=ExperimentalWarning", "server/build.ts"], { cwd: folder });
  return folder;
}
