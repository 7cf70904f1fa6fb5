import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** Runs `npm run publish` in the folder of a site. @returns its exit code and its output */
export function publishIn(folder: string, variables: Record<string, string>, ...args: string[]) {
  const script = resolve("scripts/publish.ts");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script, ...args],
    {
      cwd: folder,
      env: { ...process.env, ...variables },
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}
