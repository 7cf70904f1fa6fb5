import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listEntryNames } from "#app/services/runtime/folders.ts";
import { paths } from "#app/services/runtime/paths.ts";

/** Record of a build, published as `/builds/meta/{id}.json`. */
type BuildRecord = {
  id: string;
  /** Time in ISO 8601. */
  time: string;
  /** Files below `/assets`, without precompressed copies. */
  assets: string[];
};

/** Maximum number of builds to keep, including the current one, so that open pages survive two deployments. */
const maxBuilds = 3;

const assets = join(paths.client, "assets");
const assetsBackup = join(paths.earlierBuilds, "assets");
const historyBackup = join(paths.earlierBuilds, "builds.json");

/** Backs up the assets, which the next build deletes. */
export function backUpAssets(): void {
  if (!existsSync(assets) || !existsSync(paths.builds)) return;
  // Doesn't empty the backup first: after a failed build it has the only copies of files that pages need.
  mkdirSync(assetsBackup, { recursive: true });
  cpSync(assets, assetsBackup, { recursive: true });
  cpSync(paths.builds, historyBackup);
}

export function recordBuild(time: Date): void {
  const originals = listEntryNames(assets).filter((name) => !/\.(?:br|gz)$/.test(name));
  const current = { id: readCurrentId(), time: time.toISOString(), assets: originals.sort() };
  const previousBuilds = readHistory().filter(({ id }) => id !== current.id);
  const history = [current, ...previousBuilds].slice(0, maxBuilds);
  for (const name of new Set(history.flatMap((build) => build.assets))) restoreAsset(name);
  rmSync(paths.earlierBuilds, { recursive: true, force: true });
  writeFileSync(paths.builds, JSON.stringify(history, null, 2));
  writePublicHistory(history);
}

/**
 * Reads the build's id from the name of the manifest. The id is a hash that the framework computes from all client file
 * names, and pages have it as `data-build`. The form of the manifest's name is undocumented, so a test of the build
 * checks it.
 */
function readCurrentId(): string {
  const ids = listEntryNames(assets).flatMap((name) => /^manifest-([\w-]+)\.js$/.exec(name)?.[1] ?? []);
  if (ids.length !== 1) throw new Error(`expected one manifest-*.js in ${assets}, but found ${ids.length}`);
  return ids[0]!;
}

function readHistory(): BuildRecord[] {
  return existsSync(historyBackup) ? (JSON.parse(readFileSync(historyBackup, "utf8")) as BuildRecord[]) : [];
}

function restoreAsset(name: string): void {
  for (const file of [name, `${name}.br`, `${name}.gz`]) {
    const backup = join(assetsBackup, file);
    if (existsSync(backup) && !existsSync(join(assets, file))) renameSync(backup, join(assets, file));
  }
}

/** Writes the builds' public records for browsers. */
function writePublicHistory(history: BuildRecord[]): void {
  const folder = join(paths.client, "builds");
  mkdirSync(join(folder, "meta"), { recursive: true });
  for (const build of history) writeFileSync(join(folder, "meta", `${build.id}.json`), JSON.stringify(build));
  writeFileSync(join(folder, "latest.json"), JSON.stringify({ id: history[0]!.id }));
}
