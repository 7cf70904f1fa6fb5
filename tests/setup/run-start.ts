import { spawnSync } from "node:child_process";

/** Runs a start of the site that is expected to fail, and waits for its end. @returns its exit code and its output */
export function runStart(variables: Record<string, string>, cwd = ".", user: { uid?: number; gid?: number } = {}) {
  return spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", "server/start.ts"], {
    cwd,
    ...user,
    env: { ...process.env, ...variables },
    encoding: "utf8",
    timeout: 110_000,
  });
}
