import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { listFiles } from "#app/services/runtime/folders.ts";
import { paths } from "#app/services/runtime/paths.ts";

const codeFolders = ["app", "server", "scripts"];
const codeFiles = ["package-lock.json", "vite.config.ts", "vite.editor.config.ts", "react-router.config.ts"];

export function hashSourceFiles(): string {
  const hash = createHash("sha256");
  for (const file of listCode()) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Lists the files that can change the build: all but documents and tests. */
function listCode(): string[] {
  const files = codeFolders.flatMap((folder) => listFiles(folder).files.map((file) => `${folder}/${file}`));
  const isCode = (file: string) => !/\.(md|test\.tsx?)$/.test(file);
  return [...files.filter(isCode).sort(), ...codeFiles.filter((file) => existsSync(file))];
}

/** @returns `undefined` if the build is incomplete */
export function readBuiltHash(): string | undefined {
  const isWhole = [paths.stamp, paths.serverBuild].every((file) => existsSync(file));
  return isWhole ? readFileSync(paths.stamp, "utf8") : undefined;
}

export function readBuildId(): string {
  return readBuiltHash()?.slice(0, 12) ?? "unknown";
}
