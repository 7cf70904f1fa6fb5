import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openReleaseFolder } from "../../app/services/content/publishing/release-folder.ts";
import { writeGeneratedContent } from "./write-generated-content.ts";

/**
 * `npm run bench:publishing [-- COUNT]`: writes COUNT generated items (default 100 000) as files. It publishes all of them, and then
 * publishes again after edits of single items. Other programs on the machine change the elapsed time more than the CPU time.
 */
const count = Number(process.argv[2] ?? 100_000);

/** Pause before publishing. Files that were edited less than two seconds earlier would be read again the next time. */
const pauseMs = 3000;

const folder = mkdtempSync(join(tmpdir(), "bench-publishing-"));
const content = join(folder, "content");
const data = join(folder, "data");
const item = (number: number, file: string) => join(content, "news", `item-${number}`, file);
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));
const middle = Math.floor(count / 10) * 5;

const edits: [name: string, edit: () => void][] = [
  ["everything", () => undefined],
  ["nothing", () => undefined],
  ["a line of a text", () => appendFileSync(item(middle, "en.md"), "\nOne more line.\n")],
  ["a title", () => edit(item(middle, "en.md"), (text) => text.replace(/^title: /m, "title: New "))],
  [
    "a date",
    () =>
      edit(item(middle, "item.yaml"), (text) =>
        text.replace(/^date: .*/m, `date: ${new Date().toISOString().slice(0, 10)}`),
      ),
  ],
  ["an item more", () => cpSync(item(middle, "."), item(count, "."), { recursive: true })],
  ["a name of a herb", () => edit(join(content, "herbs/en.yaml"), (text) => text.replace("yam root", "yam"))],
];

try {
  writeGeneratedContent(count, content);
  for (const [name, change] of edits) {
    change();
    await sleep(pauseMs);
    console.log(`${name.padEnd(20)}${publish()}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Publishes the content. @returns the time, the memory and the size of the index, as a text */
function publish(): string {
  const flags = ["--disable-warning=ExperimentalWarning", "--import", resolve("tests/bench/print-usage.ts")];
  const start = performance.now();
  const releases = openReleaseFolder(data);
  releases.lock(() => undefined).release();
  const { status, stderr } = spawnSync(process.execPath, [...flags, resolve("scripts/publish.ts")], {
    env: { ...process.env, CONTENT_DIR: content, DATA_DIR: data, DATABASE_URL: undefined },
    encoding: "utf8",
  });
  const elapsed = performance.now() - start;
  if (status !== 0) throw new Error(stderr);
  type Usage = Record<"userCPUTime" | "systemCPUTime" | "maxRSS", number>;
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(stderr.trim().split("\n").at(-1)!) as Usage;
  const { index } = releases.getPaths(releases.readCurrentId()!);
  return [
    `${((userCPUTime + systemCPUTime) / 1e6).toFixed(1)} s of CPU time`,
    `${(elapsed / 1000).toFixed(1)} s`,
    `${(maxRSS / 1000).toFixed(0)} MB of memory`,
    `${(statSync(index).size / 1e6).toFixed(0)} MB of index`,
  ].join(", ");
}
