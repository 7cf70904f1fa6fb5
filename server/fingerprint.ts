import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../app/platform/paths.ts";

/** What a build was made from: one hash for the code, one for the content. */
export type Fingerprint = { code: string; content: string };

/** What the build draws by itself. */
const drawn: ReadonlySet<string> = new Set([paths.plates, paths.icons, paths.sharePictures]);

const codeRoots = ["app", "public", "server", "package-lock.json", "vite.config.ts", "react-router.config.ts"];

/** Fingerprint of what is on disk now. Code counts by its bytes, content by size and time: it may be many files. */
export function currentFingerprint(): Fingerprint {
  return {
    code: hash(codeRoots, (file) => readFileSync(file)),
    content: hash([paths.content], (file) => {
      const { size, mtimeMs } = statSync(file);
      return `${size} ${mtimeMs}`;
    }),
  };
}

/** Fingerprint that the present build was made from, or `undefined` where there is no whole build. */
export function builtFingerprint(): Fingerprint | undefined {
  const isWhole = [paths.stamp, paths.serverBuild, paths.contentIndex].every((file) => existsSync(file));
  return isWhole ? (JSON.parse(readFileSync(paths.stamp, "utf8")) as Fingerprint) : undefined;
}

function hash(roots: string[], bytesOf: (file: string) => string | Buffer): string {
  const sum = createHash("sha256");
  for (const file of roots.flatMap(filesBelow)) sum.update(`${file}\n`).update(bytesOf(file));
  return sum.digest("hex");
}

function filesBelow(root: string): string[] {
  // Documents and tests are no part of it.
  if (drawn.has(root) || !existsSync(root)) return [];
  if (!statSync(root).isDirectory())
    return /\.(md|test\.tsx?)$/.test(root) && !root.startsWith(paths.content) ? [] : [root];
  return readdirSync(root)
    .sort()
    .flatMap((name) => filesBelow(join(root, name)));
}
