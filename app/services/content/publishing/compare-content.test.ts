import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";
import { compareContent, hashPart, type ContentChange } from "./compare-content.ts";

const megabyte = 1024 * 1024;

function createFolders(files: number, size: number) {
  const root = createTestFolder();
  const [before, after] = ["before", "after"].map((name) => {
    const folder = join(root, name, "files");
    mkdirSync(folder, { recursive: true });
    for (let n = 0; n < files; n++) {
      const file = join(folder, `${n}.pdf`);
      writeFileSync(file, "%PDF-1.7");
      // It takes no place on the disk.
      truncateSync(file, size);
    }
    return join(root, name);
  });
  return { before: before!, after: after! };
}

test("certificates are compared without being held in memory", () => {
  const { before, after } = createFolders(60, 5 * megabyte);
  writeFileSync(join(after, "files/7.pdf"), "%PDF-1.8");
  const script = `import { compareContent } from "./app/services/content/publishing/compare-content.ts";
    const start = process.resourceUsage().maxRSS;
    const changes = compareContent(...${JSON.stringify([before, after])});
    console.log(JSON.stringify({ changes, grown: (process.resourceUsage().maxRSS - start) / 1024 }));`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script];
  const output = execFileSync(process.execPath, args, { encoding: "utf8" });
  const { changes, grown } = JSON.parse(output) as { changes: ContentChange[]; grown: number };
  expect(changes.map(({ part, action }) => [part, action])).toEqual([["files/7.pdf", "changed"]]);
  expect(grown).toBeLessThan(60);
});

test("a file of the same size with other bytes is a change, which its version names", () => {
  const { before, after } = createFolders(2, 1000);
  expect(compareContent(before, after)).toEqual([]);
  writeFileSync(join(after, "files/1.pdf"), "%PDF-1.8".padEnd(1000, "\0"));
  const [change, ...others] = compareContent(before, after);
  expect(others).toEqual([]);
  expect(change).toMatchObject({ part: "files/1.pdf", action: "changed", version: hashPart(after, "files/1.pdf") });
  expect(hashPart(before, "files/1.pdf")).not.toBe(change!.version);
});
