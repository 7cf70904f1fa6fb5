import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { readRedirects } from "#app/services/content/files/redirects.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { tryAcquireLock } from "#app/services/runtime/process-lock.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder, writeFiles } from "#tests/setup/run/test-folder.ts";
import { isItem, moveItem, renameReferences } from "./move-item.ts";

let CONTENT_DIR: string;
let environment: { CONTENT_DIR: string; DATA_DIR: string };
beforeEach(() => {
  const folder = createTestFolder();
  environment = { CONTENT_DIR: join(folder, "content"), DATA_DIR: join(folder, "data") };
  ({ CONTENT_DIR } = environment);
  cpSync(testContent, CONTENT_DIR, { recursive: true });
});

const read = (path: string) => readFileSync(join(CONTENT_DIR, path), "utf8");
const write = (path: string, text: string) => writeFiles(CONTENT_DIR, { [path]: text });
const move = (part: string, id: string) => moveItem(environment, part, id);
const listProblems = async () => (await readContentFolder(CONTENT_DIR)).problems;

test("when an item's address is changed, all references are updated", async () => {
  const photo = Buffer.from([0xff, 0xd8, 0xff]);
  writeFileSync(join(CONTENT_DIR, "product/huang-qi/photo.jpg"), photo);
  write("redirects.yaml", "# Old ones\n- from: /huangqi.html # of 2019\n  to: /product/info/huang-qi\n");
  write("batch/HQ-1.yaml", "product: huang-qi\nproduced: 2025-01-01\n");
  const adverts = read("adverts/cn.yaml");
  const result = await move("product/huang-qi", "huang-qi-root");
  expect(result).toMatchObject({
    parts: expect.arrayContaining(["product/huang-qi-root", "batch/HQ-1.yaml"]) as unknown,
  });
  rmSync(join(CONTENT_DIR, "product/huang-qi-root/photo.jpg"));
  expect(await listProblems()).toEqual([]);
  expect(existsSync(join(CONTENT_DIR, "product/huang-qi"))).toBe(false);
  expect(read("redirects.yaml")).toBe(
    "# Old ones\n- from: /huangqi.html # of 2019\n  to: /product/info/huang-qi-root\n- from: /product/info/huang-qi\n  to: /product/info/huang-qi-root\n",
  );
  expect(read("batch/HQ-1.yaml")).toContain("product: huang-qi-root\n");
  expect(read("adverts/cn.yaml")).toBe(adverts.replaceAll("/product/info/huang-qi", "/product/info/huang-qi-root"));
  for (const path of ["prescription/si-wu-tang/index.cn.md", "prescription/yu-ping-feng-san/index.cn.md"])
    expect(read(path).replaceAll("huang-qi-root", "")).not.toMatch(/product\/(?:info\/)?huang-qi(?![\w-])/);
});

test.each([
  ["a link", "news/a/index.cn.md", "---\na: b\n---\n见[甘草](/product/info/ID#x)。"],
  ["a field of names", "news/a/index.cn.md", "---\nrelated: [case/a, 'product/ID'] # two\n---\n"],
  ["a list of names", "news/a/index.cn.md", "---\nrelated:\n  - product/ID\n---\n"],
  ["a batch", "batch/X-1.yaml", "product: ID\norigin: { cn: a }\n"],
  ["the menu", "menu/cn.yaml", "- id: product-a\n  path: /product/info/ID\n"],
])("a reference in %s is renamed, and loses its quotation marks", (_what, path, text) => {
  const [before, after] = [text.replace("ID", "a"), text.replaceAll("'", "").replace("ID", "b")];
  expect(renameReferences(path, before, { kind: "product", from: "a", to: "b" })).toBe(after);
});

test("the settings' reference to the decoction service is updated when the service is renamed", () => {
  const rename = (kind: "service" | "product") =>
    renameReferences("settings/cn.yaml", "decoction: a\n", { kind, from: "a", to: "b" });
  expect([rename("service"), rename("product")]).toEqual(["decoction: b\n", "decoction: a\n"]);
});

test.each([
  ["the beginning of another address", "[x](/product/info/a-root) [y](/product/info/a.pdf)"],
  ["an address of another site", "[x](https://other.example/product/info/a)"],
  ["an item of another kind", "---\nrelated: [news/a]\n---\n[x](/news/info/a)"],
  ["plain text", "---\nsummary: a product/a b\n---\nproduct/a"],
])("%s isn't renamed", (_what, text) => {
  expect(renameReferences("news/x/index.en.md", text, { kind: "product", from: "a", to: "b" })).toBe(text);
});

test("redirects are retargeted so that none chains, and an item at a redirected address replaces the redirect", async () => {
  await move("product/huang-qi", "b");
  await move("product/b", "c");
  const createRedirect = (from: string, to: string) => ({ from: `/product/info/${from}`, to: `/product/info/${to}` });
  expect(readRedirects(CONTENT_DIR)).toEqual([createRedirect("huang-qi", "c"), createRedirect("b", "c")]);
  await move("product/c", "huang-qi");
  expect(readRedirects(CONTENT_DIR)).toEqual([createRedirect("b", "huang-qi"), createRedirect("c", "huang-qi")]);
  expect(await listProblems()).toEqual([]);
});

test.each<[string, string, string]>([
  ["product/huang-qi", "Gan Cao", "slug"],
  ["product/huang-qi", "../x", "slug"],
  ["product/huang-qi", "dang-gui", "taken"],
  ["product/huang-qi", "huang-qi", "taken"],
])("%s can't be moved to %s", async (part, id, refused) => {
  expect(await move(part, id)).toEqual({ refused });
});

test("the privacy notice can't be moved, and no item can be moved if the redirects are invalid", async () => {
  mkdirSync(join(CONTENT_DIR, "page/privacy"), { recursive: true });
  expect(await move("page/privacy", "data")).toEqual({ refused: "privacy" });
  write("redirects.yaml", "- from: [\n");
  expect(await move("product/huang-qi", "b")).toEqual({ refused: "redirects" });
  expect(existsSync(join(CONTENT_DIR, "product/huang-qi"))).toBe(true);
});

test.each([
  ["product/huang-qi", true],
  ["product/none", false],
  ["product/../batch", false],
  ["batch/HQ-2601.yaml", false],
  ["../data", false],
  ["/etc/passwd", false],
])("%s names an item: %s", (part, expected) => {
  expect(isItem(CONTENT_DIR, part)).toBe(expected);
});

test("a move includes edits that are saved while it waits for the lock", async () => {
  const lock = tryAcquireLock(join(CONTENT_DIR, ".saving.lock"))!;
  const moveResult = move("product/huang-qi", "huang-qi-root");
  // Waits until the move has read everything that it reads without the lock.
  await sleep(300);
  write("product/huang-qi/index.cn.md", read("product/huang-qi/index.cn.md").replace(/^title: .*$/m, "title: 新"));
  write("product/huang-qi/index.fr.md", "new");
  write("product/dang-gui/index.en.md", `${read("product/dang-gui/index.en.md")}\n[a](/product/info/huang-qi)\n`);
  lock.release();
  expect(await moveResult).toMatchObject({ parts: expect.arrayContaining(["product/huang-qi-root"]) as unknown });
  expect(read("product/huang-qi-root/index.cn.md")).toContain("title: 新");
  expect(read("product/huang-qi-root/index.fr.md")).toBe("new");
  expect(read("product/dang-gui/index.en.md")).toContain("[a](/product/info/huang-qi-root)");
});

test("a move is refused if its address is taken while it waits for the lock", async () => {
  const lock = tryAcquireLock(join(CONTENT_DIR, ".saving.lock"))!;
  const moveResult = move("product/huang-qi", "new");
  await sleep(300);
  cpSync(join(CONTENT_DIR, "product/dang-gui"), join(CONTENT_DIR, "product/new"), { recursive: true });
  lock.release();
  expect(await moveResult).toEqual({ refused: "taken" });
});

test.each([
  ["Windows line breaks", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\ufeff${text}`],
])("references in a text with %s are renamed, and its other lines stay", async (_style, restyle) => {
  const path = "news/a/index.cn.md";
  const createText = (id: string) =>
    restyle(`---\ntitle: 一\nrelated:\n- product/${id} # it\n---\n\n[a](/product/info/${id})\n`);
  write(path, createText("huang-qi"));
  await move("product/huang-qi", "b");
  expect(read(path)).toBe(createText("b"));
});

test.each([
  ["indented by two", "  - from: /a.html\n    to: /product/info/huang-qi # it\n"],
  ["indented by four", "-   from: /a.html\n    to: /product/info/huang-qi # it\n"],
  ["in braces on several lines", "[\n  { from: /a.html, to: /product/info/huang-qi }, # it\n]\n"],
  ["below a byte order mark", "\ufeff- from: /a.html\n  to: /product/info/huang-qi # it\n"],
  ["with names in quotes", '- "from": /a.html\n  "to" : /product/info/huang-qi # it\n...\n'],
])("redirects written %s are retargeted", async (_style, text) => {
  write("redirects.yaml", text);
  await move("product/huang-qi", "b");
  expect(readRedirects(CONTENT_DIR)).toEqual([
    { from: "/a.html", to: "/product/info/b" },
    { from: "/product/info/huang-qi", to: "/product/info/b" },
  ]);
});
