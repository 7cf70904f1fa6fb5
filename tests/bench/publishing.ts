import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openReleaseFolder } from "../../app/services/content/publishing/release-folder.ts";
import { writeGeneratedContent } from "./generated-content.ts";

/**
 * `npm run bench:publishing [-- COUNT]`: writes COUNT generated items (default 5,000) as files, and publishes them three times: all of
 * them, without a change, and with a changed line. Other programs on the machine change the elapsed time more than the CPU time.
 */
const count = Number(process.argv[2] ?? 5000);
const folder = mkdtempSync(join(tmpdir(), "bench-publishing-"));
const [content, data] = [join(folder, "content"), join(folder, "data")];
try {
  mkdirSync(data);
  writeGeneratedContent(count, content);
  console.log(`everything  ${publish()}`);
  console.log(`nothing     ${publish()}`);
  appendFileSync(join(content, "news", "item-0", "en.md"), "\nOne more line.\n");
  console.log(`a line      ${publish()}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Publishes the content. @returns the time, the memory and the size of the index, as a text */
function publish(): string {
  const flags = ["--disable-warning=ExperimentalWarning", "--import", resolve("tests/bench/print-usage.ts")];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...flags, resolve("scripts/publish.ts")], {
    env: { ...process.env, CONTENT_DIR: content, DATA_DIR: data, DATABASE_URL: undefined, API_BASE_URL: undefined },
    encoding: "utf8",
  });
  const elapsed = performance.now() - start;
  if (status !== 0) throw new Error(stderr);
  type Usage = Record<"userCPUTime" | "systemCPUTime" | "maxRSS", number>;
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr.trim().split("\n").at(-1)!) as Usage;
  const releases = openReleaseFolder(data);
  const { index } = releases.getPaths(releases.readCurrentId()!);
  return [
    `${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of CPU time`,
    `${(elapsed / 1000).toFixed(1)} s`,
    `${(maxRSS / 1000).toFixed(0)} MB of memory`,
    `${(statSync(index).size / 1e6).toFixed(0)} MB of index`,
  ].join(", ");
}
