import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createTestFolder } from "../../../tests/setup/test-folder.ts";
import { testContent } from "../../../tests/setup/test-content.ts";
import { testPhoto } from "../../../tests/setup/test-photo.ts";
import { openContentStore, RefusedChangeError, type ContentStore, type FileChange } from "./content-store.ts";
import { completeSaves } from "../content/files/save-files.ts";

let root: string;
let store: ContentStore;

beforeEach(() => {
  root = join(createTestFolder(), "content");
  cpSync(testContent, root, { recursive: true });
  store = openContentStore(root);
});

const path = "content/product/huang-qi/index.cn.md";
const file = () => join(root, "product/huang-qi/index.cn.md");
const getSha = (name = path) => store.list().find((entry) => entry.path === name)?.sha;
const encode = (text: string | Buffer) => Buffer.from(text).toString("base64");
const photo = readFileSync(testPhoto);

const update = (change: Partial<FileChange> = {}): FileChange => ({
  operation: "update",
  path,
  content: encode(readFileSync(file(), "utf8").replace("title: 黄芪", "title: 新")),
  sha: getSha(),
  ...change,
});

/** Returns why a change is refused; `undefined` if it is made. */
function getRefusal(change: Partial<FileChange>): string | undefined {
  try {
    store.change([update(change)]);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedChangeError) return error.reason;
    throw error;
  }
}

test("an edit is written, and the version of before is refused then", () => {
  const first = update();
  const [saved] = store.change([first]);
  expect(readFileSync(file(), "utf8")).toContain("title: 新");
  expect(saved).toEqual({ path, sha: getSha() });
  expect(getRefusal({ sha: first.sha! })).toBe("stale");
  expect(getRefusal({ operation: "delete", sha: first.sha! })).toBe("stale");
  expect(getRefusal({ operation: "create" })).toBe("stale");
});

test.each([
  "../secret.yaml",
  "content/../secret.yaml",
  "content/product/../../secret.yaml",
  "/etc/passwd",
  "content//a.yaml",
  "content/product/a/../../../b.yaml",
  "content/.git/config.yaml",
  "content/product/.hidden/index.cn.md",
  "content/product/a/index.cn.md\0.png",
  "content\\product\\a\\index.cn.md",
  "content/product/a/b/c/index.cn.md",
  "content/other/a/index.cn.md",
  "content/package.json",
  "content/product/a/run.js",
  "content/product/a/page.html",
  "content/product/a/drawing.svg",
  "content/product/a/index.cn.md.",
  "content/product/a /index.cn.md",
  "content/",
  "content/product/con:stream/index.cn.md",
  "content/herbs.yaml",
  "content",
  "",
  "content/product/%2e%2e/a.yaml",
])("%j can't be read or written", (name) => {
  expect(getRefusal({ operation: "create", path: name, sha: undefined })).toBe("path");
  expect(getRefusal({ path, from_path: name })).toBe(name === "" ? undefined : "path");
  expect(() => store.read(name)).toThrow(RefusedChangeError);
});

test("links aren't followed", () => {
  mkdirSync(join(root, "..", "outside"));
  writeFileSync(join(root, "..", "outside", "index.cn.md"), "secret");
  symlinkSync(join(root, "..", "outside"), join(root, "product", "link"));
  expect(() => store.read("content/product/link/index.cn.md")).toThrow(RefusedChangeError);
  expect(getRefusal({ operation: "create", path: "content/product/link/index.en.md", sha: undefined })).toBe("path");
});

test.each([
  ["content/product/霜降2026/index.cn.md", "name"],
  ["content/product/Tai-Zi/index.cn.md", "name"],
  ["content/herbs/白芍.yaml", "name"],
  ["content/batch/白芍批次.yaml", "name"],
  ["content/batch/hq261001.yaml", "name"],
  ["content/batch/HQ261001.yaml", undefined],
  ["content/menu/cn-2.yaml", undefined],
])("a new file is named %s: %s", (name, refusal) => {
  const content = encode(name.endsWith(".md") ? "---\ntitle: A\n---\n" : "a: b\n");
  expect(getRefusal({ operation: "create", path: name, content, sha: undefined })).toBe(refusal);
});

test("photos are recognised by their bytes, and texts are UTF-8 and YAML", () => {
  const create = (name: string, content: string | Buffer) =>
    getRefusal({ operation: "create", path: `content/news/new/${name}`, content: encode(content), sha: undefined });
  expect(create("照片 1.JPG", photo)).toBeUndefined();
  expect(readFileSync(join(root, "news/new/照片 1.JPG")).equals(photo)).toBe(true);
  expect(create("a.png", photo)).toBe("picture");
  expect(create("b.jpg", "<script>")).toBe("picture");
  expect(create("index.cn.md", Buffer.from([0xff, 0xfe, 0x00]))).toBe("text");
  expect(create("index.cn.md", "---\na: [\n---\n")).toBe("text");
  expect(create("index.cn.md", "x".repeat(4_000_001))).toBe("size");
  expect(create("large.jpg", Buffer.concat([photo, Buffer.alloc(40_000_000)]))).toBe("size");
});

test("several changes are made together or not at all", () => {
  const before = readFileSync(file(), "utf8");
  const wrong = { operation: "create", path: "content/run.sh", content: "" } as FileChange;
  expect(() => store.change([update(), wrong])).toThrow(RefusedChangeError);
  expect(readFileSync(file(), "utf8")).toBe(before);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]);
});

test("an item is renamed and deleted with its folder", () => {
  const to = "content/product/huang-qi-2/index.cn.md";
  const english = "content/product/huang-qi/index.en.md";
  store.change([update({ path: to, from_path: path })]);
  expect([existsSync(file()), existsSync(join(root, "product/huang-qi-2/index.cn.md"))]).toEqual([false, true]);
  store.change([{ operation: "delete", path: english, content: "", sha: getSha(english) }]);
  expect(existsSync(join(root, "product/huang-qi"))).toBe(false);
});

test.each(["before it was decided", "in the middle"])("a save that was killed %s is dropped or completed", (state) => {
  const staging = join(root, ".saving-1");
  const [one, two] = [join(root, "news/a/index.cn.md"), join(root, "news/a/index.en.md")];
  mkdirSync(staging);
  writeFileSync(join(staging, "1"), "two");
  if (state === "in the middle") {
    // The first file is in its place already.
    mkdirSync(join(root, "news/a"));
    writeFileSync(one, "one");
    const steps = [{ file: one, staged: "0" }, { file: two, staged: "1" }, { file: file() }];
    writeFileSync(join(staging, "steps.json"), JSON.stringify(steps));
  }
  completeSaves(root);
  expect([existsSync(one), existsSync(two)]).toEqual(Array(2).fill(state === "in the middle"));
  expect(existsSync(file())).toBe(state !== "in the middle");
  expect(existsSync(staging)).toBe(false);
});
