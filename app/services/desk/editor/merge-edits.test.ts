import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { computeVersion } from "#app/services/content/files/save-files.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { changeFiles } from "./content-store.ts";
import { addVersion, openEditorVersions, splitVersion } from "./editor-versions.ts";
import { mergeEdits } from "./merge-edits.ts";

const base = "---\ntitle: 甲 # name\nsku: A\nseo:\n  title: one\n  description: two\nlist: [a, b]\n---\n\nText\n";

const edit = (text: string, ...pairs: [from: string, to: string][]) =>
  pairs.reduce((edited, [from, to]) => edited.replace(from, to), text);

test.each<[what: string, theirs: [string, string], own: [string, string]]>([
  ["other fields", ["甲", "乙"], ["sku: A", "sku: B"]],
  ["fields of a field", ["one", "1"], ["two", "2"]],
  ["a field and the text", ["list: [a, b]", "list: [a]"], ["Text", "Words"]],
  ["a field that is removed, and one that is added", ["sku: A\n", ""], ["seo:", "draft: true\nseo:"]],
  ["the same field alike", ["甲", "乙"], ["甲", "乙"]],
])("two edits of %s both stay", (_what, theirs, own) => {
  const versions = { base, theirs: edit(base, theirs), own: edit(base, own) };
  const merged = mergeEdits("a.md", versions, false)!;
  const expected = edit(base, theirs, own);
  expect(merged.split("\n").toSorted()).toEqual(expected.split("\n").toSorted());
});

test.each<[what: string, theirs: [string, string], own: [string, string]]>([
  ["a field", ["甲", "乙"], ["甲", "丙"]],
  ["a list", ["[a, b]", "[a]"], ["[a, b]", "[b]"]],
  ["the text", ["Text", "One"], ["Text", "Two"]],
  ["a field that is removed", ["sku: A\n", ""], ["sku: A", "sku: B"]],
])("two edits of %s aren't merged, unless the second author overwrites the first edit", (_what, theirs, own) => {
  const versions = { base, theirs: edit(base, theirs), own: edit(base, own) };
  expect(mergeEdits("a.md", versions, false)).toBeUndefined();
  expect(mergeEdits("a.md", versions, true)?.split("\n").toSorted()).toEqual(versions.own.split("\n").toSorted());
});

test.each([
  ["a.md", "---\ntitle: A\n---\n\nText\n"],
  ["a.md", "--- \n'title': A\n--- \n\nText\n"],
  ["a.yaml", "# words\n\nnames: { cn: 甲 }\n"],
])("the text of %s is sent to the editor with its version, which is removed from the save", (path, text) => {
  const sha = computeVersion(Buffer.from(text));
  const { text: sent, version } = splitVersion(path, addVersion(path, text, sha));
  expect(sent.replaceAll("--- \n", "---\n")).toBe(text.replaceAll("--- \n", "---\n"));
  expect(version?.slice(0, 40)).toBe(sha);
});

test.each([
  ["a.yaml", "- a: b\n"],
  ["a.yaml", "{ a: b }\n"],
  ["a.yaml", "# nothing\n"],
  ["a.md", "Text\n\ndeskVersion: 1\n"],
])("a text of %s without block-style fields gets no version", (path, text) => {
  expect(addVersion(path, text, "0".repeat(40))).toBe(text);
  expect(splitVersion(path, text)).toEqual({ text });
});

let root: string;
let versions: ReturnType<typeof openEditorVersions>;
/** Overwritten files that were kept in the trash. */
let keptFiles: string[];
const path = "content/product/huang-qi/index.cn.md";
const read = () => readFileSync(join(root, "product/huang-qi/index.cn.md"), "utf8");

beforeEach(() => {
  const folder = createTestFolder();
  root = join(folder, "content");
  mkdirSync(dirname(root), { recursive: true });
  cpSync(testContent, root, { recursive: true });
  versions = openEditorVersions(folder);
  keptFiles = [];
});

/**
 * Simulates an editor that has loaded the item. Each save sends the version that the editor loaded or saved last.
 * @param isOtherAccount whether another account saved the item last
 */
function openEditor(isOtherAccount = false) {
  const bytes = readFileSync(join(root, "product/huang-qi/index.cn.md"));
  let text = addVersion(path, bytes.toString("utf8"), computeVersion(bytes));
  let sha = computeVersion(bytes);
  return {
    /** @param wasWarned whether the author was warned of another save. The editor then names the newest version. */
    async save(from: string | RegExp, to: string, wasWarned = false) {
      text = text.replace(from, to);
      const change = { operation: "update" as const, path, content: Buffer.from(text).toString("base64") };
      const version = wasWarned ? computeVersion(Buffer.from(read())) : sha;
      const keep = (paths: readonly string[]) => void keptFiles.push(...paths);
      const [savedVersion] = await changeFiles(
        root,
        [{ ...change, sha: version }],
        keep,
        () => isOtherAccount,
        versions,
      );
      ({ sha } = savedVersion!);
      return savedVersion!;
    },
  };
}

test.each([false, true])("if two people save different fields, both edits stay (warned: %s)", async (wasWarned) => {
  const [one, other] = [openEditor(), openEditor(true)];
  expect(await one.save(/^title: .*$/m, "title: 新")).not.toHaveProperty("isMerged");
  // The response reports the merge; nothing is lost, so the trash stays empty.
  expect(await other.save(/^sku: .*$/m, "sku: NEW-1", wasWarned)).toHaveProperty("isMerged", true);
  expect(keptFiles).toEqual([]);
  expect([read().match(/^title: .*$/m)?.[0], read().match(/^sku: .*$/m)?.[0]]).toEqual(["title: 新", "sku: NEW-1"]);
  // Each editor still has the other's former value, which must not replace the saved one.
  await other.save("NEW-1", "NEW-2", wasWarned);
  await one.save(/^title: .*$/m, "title: 又新", wasWarned);
  expect([read().match(/^title: .*$/m)?.[0], read().match(/^sku: .*$/m)?.[0]]).toEqual(["title: 又新", "sku: NEW-2"]);
  expect(read()).not.toContain("deskVersion");
});

test("an author can revert their own earlier edit", async () => {
  const former = /^title: .*$/m.exec(read())![0];
  const [one, other] = [openEditor(), openEditor()];
  await one.save(/^title: .*$/m, "title: 新");
  await other.save(/^sku: .*$/m, "sku: NEW-1");
  await one.save(/^title: .*$/m, former);
  expect([read().match(/^title: .*$/m)?.[0], read().match(/^sku: .*$/m)?.[0]]).toEqual([former, "sku: NEW-1"]);
});

test("a second edit of a field is refused, and overwrites the first only if the author was warned", async () => {
  const [one, other] = [openEditor(), openEditor(true)];
  await one.save(/^title: .*$/m, "title: 新");
  await expect(other.save(/^title: .*$/m, "title: 旧")).rejects.toMatchObject({ reason: "stale" });
  expect(read()).toContain("title: 新");
  await other.save("title: 旧", "title: 旧", true);
  expect(read()).toContain("title: 旧");
  expect(keptFiles).toEqual(["product/huang-qi/index.cn.md"]);
});

test("a text that is sent unchanged overwrites nothing", async () => {
  await openEditor(true).save(/^title: .*$/m, "$&");
  expect(keptFiles).toEqual([]);
});

test("an edit is refused if a stopped process left its base version incomplete", async () => {
  const [one, other] = [openEditor(), openEditor()];
  await one.save(/^title: .*$/m, "title: 新");
  const folder = join(root, "..", "desk-versions");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), "half");
  await expect(other.save(/^sku: .*$/m, "sku: NEW-1")).rejects.toMatchObject({ reason: "stale" });
});
