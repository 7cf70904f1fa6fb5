import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { splitVersion } from "#app/services/desk/editor/editor-versions.ts";
import { testPhoto } from "#tests/setup/content/test-photo.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";

const account = "zhou@qigu.example";
const desk = setUpDeskSite(account);
const { content } = desk;
const path = "content/product/huang-qi/index.cn.md";
const file = join(content, "product/huang-qi/index.cn.md");
const repository = "/desk/api/v1/repos/desk/content";
type Headers = Record<string, string>;

const get = (address: string, headers: Headers = { Cookie: desk.Cookie }) =>
  fetch(desk.site.origin + address, { headers, redirect: "manual" });

const send = (address: string, body: unknown, headers: Headers = {}, method: "POST" | "PUT" | "DELETE" = "POST") =>
  fetch(desk.site.origin + address, {
    method,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { Cookie: desk.Cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", ...headers },
  });

type Tree = { tree: { path: string; sha: string; size: number }[] };

async function getSha(): Promise<string> {
  const { tree } = (await (await get(`${repository}/git/trees/main?recursive=1`)).json()) as Tree;
  return tree.find((entry) => entry.path === path)!.sha;
}

const encode = (text: string) => Buffer.from(text).toString("base64");
const createEdit = (sha: string, name = path, moq = "25 kg") => ({
  files: [
    {
      operation: "update",
      path: name,
      sha,
      content: encode(readFileSync(file, "utf8").replace(/^moq: .*$/m, `moq: ${moq}`)),
    },
  ],
});

test("the editor's page has a content security policy of its own, and loads files only from this site", async () => {
  const frame = await get("/desk/content?form=product/entries/huang-qi/index");
  expect(frame.headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
  expect(await frame.text()).toContain('src="/desk/content/editor#/collections/product/entries/huang-qi/index"');
  expect(await (await get("/desk/content?form=javascript:alert(1)")).text()).toContain('src="/desk/content/editor"');
  const page = await get("/desk/content/editor");
  expect(page.headers.get("Content-Security-Policy")).toMatch(
    /script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'/,
  );
  expect(await page.text()).toContain('src="/desk/editor/editor.js"');
  const script = await get("/desk/editor/editor.js");
  expect([script.status, script.headers.get("Content-Type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  // Requests one file of each type. The `.wasm` files convert photos.
  const byType = Map.groupBy(readdirSync(join(inject("siteFolder"), "build/editor/assets")), (name) => extname(name));
  expect([...byType.keys()]).toContain(".wasm");
  for (const [name] of byType.values()) expect((await get(`/desk/editor/assets/${name}`)).status, name).toBe(200);
  // Sends the request unchanged, because `fetch` would request the whole file.
  const revalidation = await requestPlain(desk.site, "/desk/editor/editor.js", {
    Cookie: desk.Cookie,
    "If-None-Match": script.headers.get("ETag")!,
  });
  expect(revalidation.status).toBe(304);
});

const readId = async () =>
  ((await (await get("/desk/api/v1/repos/desk/content/branches/main")).json()) as { commit: { id: string } }).commit.id;

test("rewriting a file changes the editor's cache key, even with the same text, so that no discarded text is displayed", async () => {
  const before = await readId();
  expect(await readId()).toBe(before);
  const file = join(content, path.slice("content/".length));
  writeFileSync(file, readFileSync(file));
  expect(await readId()).not.toBe(before);
});

type Part = { name: string; label: string; required?: boolean; fields?: Part[]; files?: Part[] };

test("the editor's configuration has every kind, and labels every field in the reader's language", async () => {
  const config = (await (await get("/desk/content/config.json")).json()) as { collections: Part[] };
  expect(config.collections.map(({ name }) => name)).toEqual([
    ...["news", "prescription", "product", "case", "service", "batch", "page", "categories", "herbs", "site"],
  ]);
  const product = config.collections.find(({ name }) => name === "product")!;
  expect(product.fields!.find(({ name }) => name === "sku")).toMatchObject({ label: "货号", required: true });
  expect(product.fields!.find(({ name }) => name === "from")).toMatchObject({ label: "上架时间", widget: "datetime" });
  // The test fails here if a new field has no label.
  const listFields = ({ fields = [], files = [] }: Part): Part[] =>
    [...fields, ...files].flatMap((part) => [part, ...listFields(part)]);
  const labels = config.collections.flatMap(listFields).map(({ name, label }) => [name, label]);
  expect(labels.length).toBeGreaterThan(200);
  expect(labels.filter(([name, label]) => name!.toLowerCase() === label!.toLowerCase())).toEqual([]);
  expect(product.fields!.find(({ name }) => name === "origin")).toMatchObject({ label: "产地", required: false });
});

test("if two people change different fields of one version, both edits stay", async () => {
  const sha = await getSha();
  const edit = (from: RegExp, to: string) => {
    const body = createEdit(sha);
    const text = before.replace(from, to);
    return { ...body, files: [{ ...body.files[0]!, content: Buffer.from(text).toString("base64") }] };
  };
  const before = readFileSync(file, "utf8");
  const save = async (from: RegExp, to: string) => {
    const response = await send(`${repository}/contents`, edit(from, to));
    const { commit } = (await response.json()) as { commit: { sha: string } };
    // With an empty `sha` the editor would never check for others' edits again.
    expect(commit.sha).not.toBe("");
    return [response.status, response.headers.get("Desk-Merged")];
  };
  expect(await save(/^summary: .*$/m, "summary: 甲")).toEqual([201, null]);
  expect(await save(/^moq: .*$/m, "moq: 乙")).toEqual([201, "1"]);
  expect(readFileSync(file, "utf8").match(/^(?:summary|moq): .*$/gm)).toEqual(["summary: 甲", "moq: 乙"]);
  expect((await send(`${repository}/contents`, edit(/^moq: .*$/m, "moq: 丙"))).status).toBe(409);
  writeFileSync(file, before);
});

test("a file is read and saved with a line in the log, and a save of an outdated version is refused", async () => {
  const sha = await getSha();
  const read = await send(`${repository}/file-contents?ref=main`, { files: [path] });
  const [{ content: text }] = (await read.json()) as [{ content: string }];
  const { text: editorText, version } = splitVersion(path, Buffer.from(text, "base64").toString());
  expect([editorText, version?.slice(0, 40)]).toEqual([readFileSync(file, "utf8"), sha]);
  expect((await send(`${repository}/contents`, createEdit(sha))).status).toBe(201);
  expect(await (await get("/desk")).text()).toContain("最近保存：产品 · 黄芪（");
  expect(readFileSync(file, "utf8")).toContain("moq: 25 kg");
  await expect.poll(desk.site.output).toContain(`"account":1,"path":"${path}","msg":"desk: update"`);
  // Repeats the save, as an editor does if the response was lost.
  expect((await send(`${repository}/contents`, createEdit(sha))).status).toBe(201);
  const stale = await send(`${repository}/contents`, createEdit(sha, path, "30 kg"));
  expect([stale.status, await stale.json()]).toEqual([
    409,
    { message: expect.stringContaining("已被别人改过") as unknown },
  ]);
});

test("an edit stays saved if its author can't be recorded", async () => {
  const blocker = join(content, "..", "data", "desk-edits.json.new");
  mkdirSync(blocker);
  expect((await send(`${repository}/contents`, createEdit(await getSha(), path, "28 kg"))).status).toBe(201);
  expect(readFileSync(file, "utf8")).toContain("moq: 28 kg");
  rmSync(blocker, { recursive: true });
});

test("a folder that can't be created is reported in one sentence, and nothing changes", async () => {
  const body = createEdit(await getSha(), "content/product/new-item/index.cn.md");
  writeFileSync(join(content, "product/new-item"), "a file in place of the folder");
  const files = [{ ...body.files[0]!, operation: "create", sha: null }];
  const response = await send(`${repository}/contents`, { files });
  expect([response.status, await response.json()]).toEqual([
    503,
    { message: expect.stringContaining("网站管理员") as unknown },
  ]);
  rmSync(join(content, "product/new-item"));
  expect(readdirSync(content).filter((name) => name.startsWith(".saving-"))).toEqual([]);
});

describe("hostile calls change and reveal nothing", () => {
  const changes = () => `${repository}/contents`;
  test.each<[name: string, call: (sha: string) => Promise<Response>]>([
    ["reading without a session", () => get(`${repository}/git/trees/main`, {})],
    ["reading with a wrong session", () => get(`${repository}/git/trees/main`, { Cookie: "desk_session=x" })],
    ["reading with a token alone", () => get(`${repository}/git/trees/main`, { Authorization: "token session" })],
    ["the user without a session", () => get("/desk/api/v1/user", {})],
    ["a photo without a session", () => get(`${repository}/media/main/${path}`, {})],
    ["saving without a session", (sha) => send(changes(), createEdit(sha), { Cookie: "" })],
    ["saving from another site", (sha) => send(changes(), createEdit(sha), { "Sec-Fetch-Site": "cross-site" })],
    ["saving from a sister site", (sha) => send(changes(), createEdit(sha), { "Sec-Fetch-Site": "same-site" })],
    ["saving from no page", (sha) => send(changes(), createEdit(sha), { "Sec-Fetch-Site": "none" })],
    ["a form of text", (sha) => send(changes(), createEdit(sha), { "Content-Type": "text/plain" })],
    ["a wrong version", () => send(changes(), createEdit("0".repeat(40), path, "30 kg"))],
    ["no version", () => send(changes(), { files: [{ operation: "update", path, content: "" }] })],
    ["a path outside", (sha) => send(changes(), createEdit(sha, "content/../package.json"))],
    ["a path of the system", (sha) => send(changes(), createEdit(sha, "/etc/passwd"))],
    ["an unknown operation", () => send(changes(), { files: [{ operation: "chmod", path }] })],
    ["no files", () => send(changes(), { files: [] })],
    [
      "too many files",
      () => send(changes(), { files: Array.from({ length: 101 }, () => ({ operation: "create", path })) }),
    ],
    [
      "content that isn't base64",
      (sha) => send(changes(), { files: [{ operation: "update", path, sha, content: "%%" }] }),
    ],
    ["a body that isn't JSON", () => send(changes(), "{")],
    ["a list that is no list", () => send(`${repository}/file-contents`, { files: "all" })],
    ["a list of the system", () => send(`${repository}/file-contents`, { files: ["content/../../etc/passwd"] })],
    ["a file outside", () => get(`${repository}/media/main/content%2F..%2F..%2Fpackage.json`)],
    ["a hidden file", () => get(`${repository}/media/main/content/.git/config`)],
    ["another repository", () => get("/desk/api/v1/repos/desk/secrets/git/trees/main")],
    ["another method", (sha) => send(changes(), createEdit(sha), {}, "PUT")],
    [
      "moving a file out of the folder",
      (sha) =>
        send(changes(), { files: [{ operation: "update", path: "content/menu/cn.yaml", from_path: "../a", sha }] }),
    ],
    ["deleting the repository", () => send(repository, {}, {}, "DELETE")],
  ])("the call is refused: %s", async (_name, call) => {
    const before = readFileSync(file, "utf8");
    const response = await call(await getSha());
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/黄芪|herbal-website|root:/);
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});

test("files of more than 20 MB in total can't be read in one request", async () => {
  mkdirSync(join(content, "files"), { recursive: true });
  writeFileSync(join(content, "files/large.pdf"), Buffer.alloc(11 * 2 ** 20));
  const read = (count: number) =>
    send(`${repository}/file-contents`, { files: Array.from({ length: count }, () => "content/files/large.pdf") });
  expect((await read(1)).status).toBe(200);
  expect((await read(2)).status).toBe(413);
  rmSync(join(content, "files/large.pdf"));
});

test("a save after the session has ended is refused with advice on how to keep the text", async () => {
  const response = await send(`${repository}/contents`, createEdit(await getSha()), { Cookie: "desk_session=x" });
  expect([response.status, await response.json()]).toEqual([
    401,
    { message: expect.stringContaining("新标签页登录") as unknown },
  ]);
});

test("an uploaded certificate is served as a file once it is published", async () => {
  const pdf = encode("%PDF-1.7 a certificate %%EOF");
  const files = [{ operation: "create", path: "content/files/检验报告 1.pdf", content: pdf }];
  expect((await send(`${repository}/contents`, { files })).status).toBe(201);
  const address = `${desk.site.origin}/files/${encodeURIComponent("检验报告 1.pdf")}`;
  expect((await fetch(address)).status).toBe(404);
  await desk.publish();
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  expect((await fetch(address)).headers.get("Content-Type")).toBe("application/pdf");
});

test("a failed save has a JSON response that the editor can read", async () => {
  const sha = await getSha();
  const other = new DatabaseSync(join(content, "..", "data", "site.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  const response = await send(`${repository}/contents`, createEdit(sha, path, "31 kg"));
  other.close();
  expect([response.status, await response.json()]).toEqual([
    503,
    { message: expect.stringContaining("没有保存") as unknown },
  ]);
});

test("bytes that only begin like a picture are refused, and a picture that is served unresized loses its metadata", async () => {
  const photo = readFileSync(testPhoto);
  const create = (name: string, bytes: Buffer) =>
    send(`${repository}/contents`, {
      files: [{ operation: "create", path: `content/${name}`, content: bytes.toString("base64") }],
    });
  for (const name of ["files/junk.jpg", "product/huang-qi/junk.jpg"]) {
    const junk = Buffer.concat([photo.subarray(0, 20), Buffer.from("<script>")]);
    expect([(await create(name, junk)).status, existsSync(join(content, name))]).toEqual([422, false]);
  }
  expect((await sharp(photo).metadata()).exif).toBeDefined();
  expect((await create("files/photo.jpg", photo)).status).toBe(201);
  const { exif, width, height, format } = await sharp(join(content, "files/photo.jpg")).metadata();
  expect({ exif, width, height, format }).toEqual({ exif: undefined, width: 900, height: 1200, format: "jpeg" });
});

test("the editor's sign-in redirects only to the desk", async () => {
  const address = "/desk/oauth/authorize?redirect_uri=https://evil.example/&state=abc";
  expect((await get(address)).headers.get("Location")).toBe("/desk/content/editor?code=desk&state=abc");
  expect((await get(address, {})).headers.get("Location")).toMatch(/^\/desk\/login\?/);
});
