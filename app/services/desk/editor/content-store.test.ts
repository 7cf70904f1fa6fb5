import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { completeSaves, computeVersion, saveFiles } from "#app/services/content/files/save-files.ts";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { testPhoto } from "#tests/setup/content/test-photo.ts";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { createTestFolder, writeFiles } from "#tests/setup/run/test-folder.ts";
import { openContentFiles, RefusedChangeError, type ContentFiles } from "./content-files.ts";
import { changeFiles, type EditorChange } from "./content-store.ts";
import { addVersion, splitVersion } from "./editor-versions.ts";

let root: string;
let files: ContentFiles;

beforeEach(() => {
  root = join(createTestFolder(), "content");
  cpSync(testContent, root, { recursive: true });
  files = openContentFiles(root, createTestFolder());
});

const path = "content/product/huang-qi/index.cn.md";
const getAbsolutePath = () => join(root, "product/huang-qi/index.cn.md");
const getSha = (name = path) => {
  const bytes = files.read(name);
  return bytes && computeVersion(bytes);
};
const encode = (text: string | Buffer) => Buffer.from(text).toString("base64");
const photo = readFileSync(testPhoto);

const createUpdate = (change: Partial<EditorChange> = {}): EditorChange => ({
  operation: "update",
  path,
  content: encode(readFileSync(getAbsolutePath(), "utf8").replace("title: 黄芪", "title: 新")),
  sha: getSha(),
  ...change,
});

/** Returns why a change is refused; `undefined` if it is accepted. */
async function getRefusal(change: Partial<EditorChange>): Promise<string | undefined> {
  try {
    await changeFiles(root, [createUpdate(change)]);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedChangeError) return error.reason;
    throw error;
  }
}

test("files are listed with their versions, also after an edit", async () => {
  const find = async () => (await files.list()).find((entry) => entry.path === path);
  expect(await find()).toEqual({
    path,
    sha: getSha(),
    size: readFileSync(getAbsolutePath()).length,
    time: statSync(getAbsolutePath()).ctimeMs,
    type: "blob",
  });
  await changeFiles(root, [createUpdate()]);
  expect((await find())?.sha).toBe(getSha());
});

test("a long text, which a YAML parser reads slowly, is saved at once", async () => {
  const { content } = createUpdate();
  writeFileSync(getAbsolutePath(), `a: |\n${"x\n".repeat(150_000)}`);
  // The parser would take 8 s.
  expect(await measureCpu(async () => expect(await getRefusal({ content })).toBeUndefined())).toBeLessThan(3);
});

test("while the files are listed, other work of the process goes on", async () => {
  const listed = files.list().then(() => "the list");
  expect(await Promise.race([listed, setImmediate("other work")])).toBe("other work");
});

test("after an edit, a change based on the previous version is refused", async () => {
  const first = createUpdate();
  const [savedVersion] = await changeFiles(root, [first]);
  expect(readFileSync(getAbsolutePath(), "utf8")).toContain("title: 新");
  expect(savedVersion).toEqual({ path, sha: getSha() });
  const otherContent = encode(readFileSync(getAbsolutePath(), "utf8").replace("title: 新", "title: 旧"));
  expect(await getRefusal({ sha: first.sha!, content: otherContent })).toBe("stale");
  expect(await getRefusal({ operation: "delete", sha: first.sha! })).toBe("stale");
  expect(await getRefusal({ operation: "create", content: otherContent })).toBe("stale");
});

test.each([
  ["redirects", "- from: /old.html\n  to: /product/info/huang-qi\n"],
  ["colours", 'light:\n  primary: "#35543f"\n'],
])(
  "the editor may create %s.yaml if the existing file has only comments, and the comments stay",
  async (name, content) => {
    const comments = readFileSync(`content/${name}.yaml`, "utf8");
    const target = join(root, `${name}.yaml`);
    writeFileSync(target, comments);
    const create = (text: string) =>
      getRefusal({ operation: "create", path: `content/${name}.yaml`, content: encode(text), sha: null });
    expect(await create(content)).toBeUndefined();
    expect(readFileSync(target, "utf8")).toBe(`${comments}\n${content}`);
    // The file exists by now, so a colleague may have edited it.
    expect(await create(content.replace("huang-qi", "ren-shen").replace("#35543f", "#000000"))).toBe("stale");
    writeFileSync(target, "[]\n");
    expect(await create(content)).toBeUndefined();
  },
);

test.each([
  "../secret.yaml",
  "content/../secret.yaml",
  "content/product/../../secret.yaml",
  "/etc/passwd",
  "content//a.yaml",
  "content/.git/config.yaml",
  "content/product/.hidden/index.cn.md",
  "content/product/a/index.cn.md\0.png",
  "content\\product\\a\\index.cn.md",
  "content/product/a/b/c/index.cn.md",
  "content/other/a/index.cn.md",
  "content/package.json",
  "content/product/a/run.js",
  "content/product/a/drawing.svg",
  "content/product/a/index.cn.md.",
  "content/product/a /index.cn.md",
  "content/",
  "content/product/con:stream/index.cn.md",
  "content/herbs.yaml",
  "",
  "content/product/%2e%2e/a.yaml",
  "CONTENT/menu/cn.yaml",
])("%j can't be read or written", async (name) => {
  const refusal = /(?:js|svg)$/.test(name) ? "format" : "path";
  expect(await getRefusal({ operation: "create", path: name, sha: undefined })).toBe(refusal);
  expect(await getRefusal({ path, from_path: name })).toBe(name === "" ? undefined : refusal);
  expect(() => files.read(name)).toThrow(RefusedChangeError);
});

test("symbolic links aren't followed", async () => {
  symlinkSync(createTestFolder({ "index.cn.md": "secret" }), join(root, "product/link"));
  expect(() => files.read("content/product/link/index.cn.md")).toThrow(RefusedChangeError);
  const change = { operation: "create", path: "content/product/link/index.en.md", sha: undefined } as const;
  expect(await getRefusal(change)).toBe("path");
});

const markdown = "---\ntitle: A\n---\n";
const largePhoto = Buffer.concat([photo, Buffer.alloc(40_000_000)]);
const largePdf = Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(20_000_000)]);

test.each<[path: string, refusal: string | undefined, content: string | Buffer]>([
  ["product/霜降2026/index.cn.md", "name", markdown],
  ["product/Tai-Zi/index.cn.md", "name", markdown],
  ["herbs/白芍.yaml", "name", "a: b\n"],
  ["batch/hq261001.yaml", "name", "a: b\n"],
  ["batch/HQ261001.yaml", undefined, "a: b\n"],
  ["menu/cn-2.yaml", undefined, "a: b\n"],
  ["news/new/照片 1.JPG", undefined, photo],
  ["news/new/a.png", "picture", photo],
  ["news/new/b.jpg", "picture", "<script>"],
  ["news/new/large.jpg", "size", largePhoto],
  ["news/new/index.cn.md", "text", Buffer.from([0xff, 0xfe, 0x00])],
  ["news/new/index.cn.md", "text", "---\na: [\n---\n"],
  ["news/new/index.cn.md", "size", "x".repeat(1_000_001)],
  ["news/a/report.pdf", "path", "%PDF-"],
  ["files/检验报告.pdf", undefined, "%PDF-1.7 … %%EOF"],
  ["files/half.pdf", "pdf", "%PDF-1.7 …"],
  ["files/page.pdf", "pdf", "<!doctype html>"],
  ["files/（新）【甲】《乙》.pdf", undefined, "%PDF-1.7 … %%EOF"],
  ["news/a/【封面】.jpg", undefined, photo],
  ["files/large.pdf", "size", largePdf],
  ["files/logo.png", "picture", photo],
  ["files/photo.jpg", undefined, photo],
  ["files/page.html", "format", "a"],
  ["files/notes.md", "path", "a"],
  ["product/huang-qi/scan.BMP", "format", "BM"],
  [`files/${"长".repeat(84)}.pdf`, "path", "%PDF-"],
])("%# creating the file %s gets the refusal %s", async (name, refusal, content) => {
  const change = { operation: "create", path: `content/${name}`, content: encode(content), sha: undefined } as const;
  expect(await getRefusal(change)).toBe(refusal);
  if (!refusal) expect(readFileSync(join(root, name))).toEqual(Buffer.from(content));
});

test("several changes are made together or not at all", async () => {
  const before = readFileSync(getAbsolutePath(), "utf8");
  const wrongChange = { operation: "create", path: "content/run.sh", content: "" } as EditorChange;
  await expect(changeFiles(root, [createUpdate(), wrongChange])).rejects.toThrow(RefusedChangeError);
  expect(readFileSync(getAbsolutePath(), "utf8")).toBe(before);
  expect(readdirSync(root).filter((name) => name.startsWith(".saving-"))).toEqual([]);
});

test("an item is renamed and deleted with its folder", async () => {
  const to = "content/product/huang-qi-2/index.cn.md";
  const english = "content/product/huang-qi/index.en.md";
  await changeFiles(root, [createUpdate({ path: to, from_path: path })]);
  expect([existsSync(getAbsolutePath()), files.read(to) !== undefined]).toEqual([false, true]);
  await changeFiles(root, [{ operation: "delete", path: english, content: "", sha: getSha(english) }]);
  expect(existsSync(join(root, "product/huang-qi"))).toBe(false);
});

test("a photo in an item's folder can't be renamed, because the text names it", async () => {
  const [from, to] = ["content/product/huang-qi/a.webp", "content/product/huang-qi/b.webp"];
  expect(await getRefusal({ path: to, from_path: from, content: "" })).toBe("rename");
});

test("an edit that is sent again because the response was lost is accepted", async () => {
  const first = createUpdate();
  await changeFiles(root, [first]);
  expect(await changeFiles(root, [first])).toEqual([{ path, sha: getSha() }]);
  const removal = createUpdate({ operation: "delete" });
  await changeFiles(root, [removal]);
  expect(await changeFiles(root, [removal])).toEqual([{ path, sha: "" }]);
});

test("an item isn't renamed if it has changed since the editor loaded it", async () => {
  const to = "content/product/huang-qi-2/index.cn.md";
  expect(await getRefusal({ operation: "create", path: to, from_path: path, sha: "0".repeat(40) })).toBe("stale");
  expect(existsSync(getAbsolutePath())).toBe(true);
});

test("a save that fails halfway leaves every file unchanged, even after the next start", async () => {
  const before = readFileSync(getAbsolutePath(), "utf8");
  mkdirSync(join(root, "news/a/index.cn.md"), { recursive: true });
  const fail = () =>
    saveFiles(root, [
      { path: "product/huang-qi/index.cn.md", bytes: Buffer.from("new") },
      { path: "product/new/index.cn.md", bytes: Buffer.from("new") },
      { path: "news/a/index.cn.md", bytes: Buffer.from("new") },
    ]);
  expect(fail).toThrow();
  await completeSaves(root);
  expect(readFileSync(getAbsolutePath(), "utf8")).toBe(before);
  expect(existsSync(join(root, "product/new/index.cn.md"))).toBe(false);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]);
});

type Step = { path: string; before: string | null; staged?: string };

/** Creates the files that a process leaves if it is killed during a save. */
function createInterruptedSave(steps: readonly Step[] | undefined, staged: Record<string, string>): string {
  const staging = join(root, ".saving-1");
  mkdirSync(staging);
  writeFiles(staging, { ...staged, ...(steps && { "steps.json": JSON.stringify(steps) }) });
  return staging;
}

const itemPath = "product/huang-qi/index.cn.md";

test.each(["before it stored its steps", "in the middle"])(
  "at the next start, a save that was killed %s is completed if its steps were stored, and otherwise dropped",
  async (state) => {
    const [one, two] = [join(root, "news/a/index.cn.md"), join(root, "news/a/index.en.md")];
    const isDecided = state === "in the middle";
    const steps = [
      { path: "news/a/index.cn.md", before: null, staged: "0" },
      { path: "news/a/index.en.md", before: null, staged: "1" },
      { path: itemPath, before: getSha()! },
    ];
    const staging = createInterruptedSave(isDecided ? steps : undefined, { 1: "two" });
    // The first file is in its place already.
    if (isDecided) writeFiles(root, { "news/a/index.cn.md": "one" });
    await completeSaves(root);
    expect([existsSync(one), existsSync(two)]).toEqual(Array(2).fill(isDecided));
    expect(existsSync(getAbsolutePath())).toBe(!isDecided);
    expect(existsSync(staging)).toBe(false);
  },
);

test("completing a save at the start overwrites no newer edit", async () => {
  createInterruptedSave([{ path: itemPath, before: getSha()!, staged: "0" }], { 0: "of the killed process" });
  writeFileSync(getAbsolutePath(), "newer");
  await completeSaves(root);
  expect(readFileSync(getAbsolutePath(), "utf8")).toBe("newer");
});

test.each(["../outside.yaml", "/etc/outside.yaml", ".git/hooks/post-commit", "news/../../outside.yaml"])(
  "an interrupted save with a step for the path %s writes nothing at the next start",
  async (target) => {
    const staging = createInterruptedSave([{ path: target, before: null, staged: "0" }], { 0: "evil" });
    await completeSaves(root);
    expect(existsSync(join(root, target))).toBe(false);
    expect(existsSync(staging)).toBe(false);
  },
);

test("an interrupted save whose stored steps can't be parsed is dropped at the next start", async () => {
  const staging = createInterruptedSave([{ file: "/etc/passwd" } as never], {});
  await completeSaves(root);
  expect(existsSync(staging)).toBe(false);
});

test("a new item replaces the redirect from its address, unless the item is a draft", async () => {
  const redirects = join(root, "redirects.yaml");
  const lines = "# Old ones\n\n- from: /product/info/new\n  to: /about-us\n- from: /old.html\n  to: /about-us\n";
  writeFileSync(redirects, lines);
  const save = (operation: "create" | "update", text: string, sha: string | null = null) =>
    getRefusal({ operation, path: "content/product/new/index.cn.md", content: encode(text), sha });
  const [draft, shown] = ["---\ntitle: 新\ndraft: true\n---\n\n字\n", "---\ntitle: 新\n---\n\n字\n"];
  expect(await save("create", draft)).toBeUndefined();
  expect(readFileSync(redirects, "utf8")).toBe(lines);
  expect(await save("update", shown, computeVersion(Buffer.from(draft)))).toBeUndefined();
  expect(readFileSync(redirects, "utf8")).toBe("# Old ones\n\n- from: /old.html\n  to: /about-us\n");
});

test("if the steps of a failed save can't be undone, they are kept, and undone before the next save", async () => {
  const before = readFileSync(getAbsolutePath(), "utf8");
  const steps = [
    { path: itemPath, before: getSha()!, staged: "0" },
    { path: "news/a/index.cn.md", before: null, staged: "1" },
  ];
  const staging = createInterruptedSave(steps, { "0.before": before, "1": "new" });
  renameSync(join(staging, "steps.json"), join(staging, "undone.json"));
  rmSync(getAbsolutePath());
  mkdirSync(join(getAbsolutePath(), "in-the-way"), { recursive: true });
  await expect(
    changeFiles(root, [{ operation: "create", path: "content/menu/cn-2.yaml", content: encode("a: b\n") }]),
  ).rejects.toThrow(expect.objectContaining({ syscall: "rename" }));
  expect(readFileSync(join(staging, "0.before"), "utf8")).toBe(before);
  rmSync(getAbsolutePath(), { recursive: true });
  const content = encode(before.replace("title: 黄芪", "title: 新"));
  await changeFiles(root, [{ operation: "update", path, content, sha: computeVersion(Buffer.from(before)) }]);
  expect(readFileSync(getAbsolutePath(), "utf8")).toContain("title: 新");
  expect([existsSync(staging), existsSync(join(root, "news/a"))]).toEqual([false, false]);
  // Repeats the undo, as a start does after an interruption.
  const recreatedStaging = createInterruptedSave(steps, {});
  renameSync(join(recreatedStaging, "steps.json"), join(recreatedStaging, "undone.json"));
  await completeSaves(root);
  expect(readFileSync(getAbsolutePath(), "utf8")).toContain("title: 新");
});

test("a save may change a path only once, and a deletion can't name a former path", async () => {
  const before = readFileSync(getAbsolutePath(), "utf8");
  await expect(changeFiles(root, [createUpdate(), createUpdate()])).rejects.toThrow(
    expect.objectContaining({ reason: "path" }),
  );
  const missing = "content/product/gone/index.cn.md";
  expect(await getRefusal({ operation: "delete", path: missing, from_path: path, sha: undefined })).toBe("path");
  expect(readFileSync(getAbsolutePath(), "utf8")).toBe(before);
});

test("a save waits while something else saves, and the site serves visitors meanwhile", async () => {
  const lock = tryAcquireLock(join(root, ".saving.lock"))!;
  let turns = 0;
  const timer = setInterval(() => turns++ === 10 && lock.release(), 20);
  await changeFiles(root, [createUpdate()]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
  expect(readFileSync(getAbsolutePath(), "utf8")).toContain("title: 新");
});

test.each([
  ["Windows line breaks", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\ufeff${text}`],
  ["spaces after the delimiters of the front matter", (text: string) => text.replaceAll(/^---$/gm, "---  ")],
  ["fields in braces on several lines", () => '---\n{\n  title: "黄芪", # name\n  sku: A,\n}\n---\n\n字\n'],
])("in a text with %s, changing a field changes only its line", async (_style, restyle) => {
  const before = restyle(readFileSync(getAbsolutePath(), "utf8"));
  writeFileSync(getAbsolutePath(), before);
  const [{ text }] = [splitVersion(path, addVersion(path, decodeText(readFileSync(getAbsolutePath())), getSha()!))];
  const fields = parse(splitFrontMatter(text)!.matter) as Record<string, unknown>;
  const sentText = `---\n${stringify({ ...fields, title: "新" })}---${splitFrontMatter(text)!.rest}`;
  expect(await getRefusal({ content: encode(sentText) })).toBeUndefined();
  const [old, editedLines] = [before, readFileSync(getAbsolutePath(), "utf8")].map((one) => one.split("\n"));
  expect(editedLines!.length).toBe(old!.length);
  expect(editedLines!.filter((line, index) => line !== old![index])).toEqual([expect.stringContaining("新")]);
});

test.each([
  "content/batch/ZZ2.yaml/index.cn.md",
  "content/batch/ZZ2/a.yaml",
  "content/news/index.cn.md",
  "content/news/a.jpg",
  "content/news/a/index.yaml",
  "content/redirects.yaml/a.yaml",
  "content/menu/cn.yaml/a.jpg",
  "content/categories/a/news.yaml",
  "content/categories/a.jpg",
  "content/adverts/a/cn.yaml",
])("%s isn't a path of the content folder", async (name) => {
  for (const content of [markdown, "a: b\n", photo].map(encode))
    expect(await getRefusal({ operation: "create", path: name, content, sha: undefined })).toBe("path");
  expect(existsSync(join(root, name.slice("content/".length)))).toBe(false);
  expect(() => saveFiles(root, [{ path: name.slice("content/".length), bytes: photo }])).toThrow("isn't a path");
});

test("a misplaced file is deleted with its folders", () => {
  const misplacedPath = "batch/ZZ2.yaml/a/index.cn.md";
  writeFiles(root, { [misplacedPath]: "a" });
  saveFiles(root, [{ path: misplacedPath }]);
  expect(existsSync(join(root, "batch/ZZ2.yaml"))).toBe(false);
});

test("an item in one language has an empty text of the other, which is saved once something is written in it", async () => {
  const [cn, en] = ["cn", "en"].map((code) => `content/product/huang-qi/index.${code}.md`) as [string, string];
  rmSync(join(root, "product/huang-qi/index.en.md"));
  const list = async () => (await files.list()).find((one) => one.path === en);
  const { sha } = (await list())!;
  const saved = await changeFiles(root, [
    createUpdate(),
    createUpdate({ path: en, sha, content: encode("\n") }),
    createUpdate({ operation: "create", path: cn.replace("huang-qi", "new"), content: encode(markdown) }),
    createUpdate({ operation: "create", path: en.replace("huang-qi", "new"), content: encode("\n") }),
  ]);
  expect(readdirSync(join(root, "product/huang-qi"))).not.toContain("index.en.md");
  expect(readdirSync(join(root, "product/new"))).toEqual(["index.cn.md"]);
  await changeFiles(root, [createUpdate({ path: en, sha: saved[1]!.sha, content: encode("Only a text.\n") })]);
  expect(files.read(en)!.toString()).toBe("---\n{}\n---\n\nOnly a text.\n");
  // A translation that another person has added meanwhile stays.
  expect(await getRefusal({ path: en, sha, content: encode("\n") })).toBe("stale");
  await changeFiles(root, [createUpdate({ path: en, sha: (await list())!.sha, content: encode("\n") })]);
  expect(await list()).toMatchObject({ sha, size: 0 });
});
