import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../app/platform/paths.ts";

/** A build as `/builds/meta/{id}.json` describes it. */
type BuildRecord = {
  id: string;
  /** ISO 8601. */
  time: string;
  /** Files below `/assets`, without their precompressed twins. */
  assets: string[];
};

/** Builds whose assets stay on disk, the present one included: a page that was open through two deployments still works. */
const keptBuilds = 3;

const assets = join(paths.client, "assets");
const aside = join(paths.earlierBuilds, "assets");
const historyAside = join(paths.earlierBuilds, "builds.json");

/** Puts the assets of earlier builds where the next build, which empties all of its folder, doesn't find them. */
export function keepAssetsAside(): void {
  if (!existsSync(assets) || !existsSync(paths.builds)) return;
  // Left by a build that failed, and still wanted: what is newer counts.
  mkdirSync(aside, { recursive: true });
  cpSync(assets, aside, { recursive: true });
  cpSync(paths.builds, historyAside);
}

/** Describes the build that was just made, and puts back what the builds before it need. */
export function recordBuild(time: Date): void {
  const present = { id: presentId(), time: time.toISOString(), assets: filesIn(assets).filter(isOriginal) };
  const earlier = readHistory().filter(({ id }) => id !== present.id);
  const history = [present, ...earlier].slice(0, keptBuilds);
  for (const name of new Set(history.flatMap((build) => build.assets))) restore(name);
  rmSync(paths.earlierBuilds, { recursive: true, force: true });
  writeFileSync(paths.builds, JSON.stringify(history, null, 2));
  publish(history);
}

/**
 * The id of the present build: the hash that the framework makes over the names of all client files, which in turn have
 * hashes of their content in them. It is in the page, as `__reactRouterManifest.version`, so that a browser knows which
 * build it runs without being told.
 */
function presentId(): string {
  const ids = filesIn(assets).flatMap((name) => /^manifest-([\w-]+)\.js$/.exec(name)?.[1] ?? []);
  if (ids.length !== 1) throw new Error(`a build has one manifest, not ${ids.length}`);
  return ids[0]!;
}

function readHistory(): BuildRecord[] {
  return existsSync(historyAside) ? (JSON.parse(readFileSync(historyAside, "utf8")) as BuildRecord[]) : [];
}

function restore(name: string): void {
  for (const file of [name, `${name}.br`, `${name}.gz`]) {
    const kept = join(aside, file);
    if (existsSync(kept) && !existsSync(join(assets, file))) renameSync(kept, join(assets, file));
  }
}

/** What browsers ask: which build is the latest, and what each was made of. */
function publish(history: BuildRecord[]): void {
  const folder = join(paths.client, "builds");
  mkdirSync(join(folder, "meta"), { recursive: true });
  for (const build of history) writeFileSync(join(folder, "meta", `${build.id}.json`), JSON.stringify(build));
  writeFileSync(join(folder, "latest.json"), JSON.stringify({ id: history[0]!.id }));
}

function isOriginal(name: string): boolean {
  return !/\.(?:br|gz)$/.test(name);
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}
