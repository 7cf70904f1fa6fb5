import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { paths } from "../app/platform/paths.ts";
import { keepAssetsAside, recordBuild } from "./build-history.ts";
import { whileNobodyBuilds } from "./build-lock.ts";
import { builtFingerprint, currentFingerprint } from "./fingerprint.ts";
import { precompress } from "./precompress.ts";

const compileContent = join("app", "embedded-api", "commands", "compile-content.ts");
const drawPictures = join("app", "embedded-api", "commands", "draw-share-pictures.ts");
const reactRouter = join("node_modules", "@react-router", "dev", "bin.cjs");

/** Builds what isn't current: the content index, and the site. Ends the process where one of them fails. */
export function build({ force = false } = {}): void {
  whileNobodyBuilds(() => buildAlone(force));
}

/** Whether the present build is of the code and content that are there. */
export function isCurrent(): boolean {
  const wanted = currentFingerprint();
  const present = builtFingerprint();
  return present?.code === wanted.code && present.content === wanted.content;
}

function buildAlone(force: boolean): void {
  const wanted = currentFingerprint();
  const present = force ? undefined : builtFingerprint();
  // Another process may have built it meanwhile.
  if (present?.code === wanted.code && present.content === wanted.content) return;
  rmSync(paths.stamp, { force: true });
  const isCodeNew = present?.code !== wanted.code;
  // The framework empties its folders: the content comes after it, and again with new code.
  if (isCodeNew) {
    keepAssetsAside();
    run("site", [reactRouter, "build"], "quiet");
    recordBuild(new Date());
  }
  if (isCodeNew || present?.content !== wanted.content) {
    run("content", [compileContent], "heard");
    run("pictures", [drawPictures], "quiet");
  }
  // Drawn with the content, after the framework has copied what was in the public folder.
  for (const folder of [paths.plates, paths.icons, paths.sharePictures]) {
    const options = { recursive: true, preserveTimestamps: true };
    if (existsSync(folder)) cpSync(folder, join(paths.client, basename(folder)), options);
  }
  precompress(paths.client);
  mkdirSync(paths.build, { recursive: true });
  writeFileSync(paths.stamp, JSON.stringify(wanted));
}

/** The framework talks of every file that it writes; of the content, whoever starts the site wants to hear. */
function run(what: string, args: string[], voice: "quiet" | "heard"): void {
  console.log(`Building the ${what} …`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  const said = (stdout + stderr).trimEnd();
  if (said !== "" && (voice === "heard" || status !== 0)) console.error(said);
  if (status === 0) return;
  console.error(`Building the ${what} failed.`);
  process.exit(1);
}

if (import.meta.main) build({ force: true });
