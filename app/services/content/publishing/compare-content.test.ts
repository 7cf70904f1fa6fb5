import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";
import { compareContent, hashPart, listPart, type ContentChange } from "./compare-content.ts";

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
  expect(listPart("../after/files/1.pdf", after)).toEqual([]);
});

/** Writes files of a content folder by their paths. */
function writeContent(files: Record<string, string>): string {
  const root = createTestFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const item = (title: string, facts = "") => `---\ntitle: ${title}\n${facts}---\n\n文字。\n`;
const [old, now] = ["product/a/index.cn.md", "product/b/index.cn.md"];
const moved = "- { from: /product/info/a, to: /product/info/b }\n";

test("an item whose address was changed is one change, with its fields", () => {
  const before = writeContent({ [old]: item("甲", "moq: 1 kg\n"), "product/a/index.en.md": item("A") });
  const after = writeContent({
    [now]: item("甲", "moq: 2 kg\n"),
    "product/b/index.en.md": item("A"),
    "redirects.yaml": moved,
  });
  const fields = [{ file: now, field: "moq", from: "1 kg", to: "2 kg" }];
  expect(compareContent(before, after)).toMatchObject([
    { part: "product/b", action: "moved", from: "product/a", fields },
    { part: "redirects.yaml", action: "added" },
  ]);
});

test.each<[what: string, files: Record<string, string>, vanished: string[]]>([
  ["was deleted", {}, ["/product/info/a"]],
  ["is a draft now", { [old]: item("甲", "draft: true\n") }, ["/product/info/a"]],
  ["was renamed by hand", { [now]: item("甲") }, ["/product/info/a"]],
  ["was renamed, and leads to its new address", { [now]: item("甲"), "redirects.yaml": moved }, []],
  ["is gone for good", { "redirects.yaml": "- { from: /product/info/a, gone: true }\n" }, []],
  ["is edited", { [old]: item("乙", "note: 'draft: true'\n") }, []],
])("the address of an item that %s", (_what, files, vanished) => {
  const changes = compareContent(writeContent({ [old]: item("甲") }), writeContent(files));
  expect(changes.flatMap((change) => change.vanished ?? [])).toEqual(vanished);
});

test("a draft that is deleted had no address, and a batch has one", () => {
  const before = writeContent({ [old]: item("甲", "draft: true\n"), "batch/X-1.yaml": "draft: true\n" });
  expect(compareContent(before, createTestFolder()).flatMap((change) => change.vanished ?? [])).toEqual([]);
  const [change] = compareContent(writeContent({ "batch/X-1.yaml": "product: a\n" }), createTestFolder());
  expect(change).toMatchObject({ part: "batch/X-1.yaml", vanished: "/batch/X-1" });
});
