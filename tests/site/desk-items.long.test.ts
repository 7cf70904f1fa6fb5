import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTrash } from "#app/services/desk/items/trash.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";
import { saveAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";

const account = "zhou@qigu.example";
const desk = setUpDeskSite(account);
const { content, read, submit, visit } = desk;
const readText = (path: string) => readFileSync(join(content, path), "utf8");
const textFile = join(content, "product/huang-qi/index.cn.md");
const trash = join(desk.DATA_DIR, "desk-trash");

async function save(path: string, bytes?: Buffer): Promise<number> {
  const file = join(content, path);
  const before = existsSync(file) ? readFileSync(file) : undefined;
  return (await saveAtDesk(desk.site, desk.getHeaders(), path, before, bytes)).status;
}

const readQuestion = (page: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(page.matchAll(/name="(id|version)" value="([^"]+)"/g), ([, name, value]) => [name, value]),
  );

/** Follows the link of the newest entry with this name, and submits the confirmation. */
async function restoreEntry(name: string): Promise<string | null> {
  const page = await read("/desk/trash");
  const id = new RegExp(
    `<strong>${name}</strong> <span class="note">${account}，[^<]+</span><a href="/desk/trash\\?id=([^"]+)"`,
  );
  const address = `/desk/trash?id=${id.exec(page)![1]!}`;
  return (await submit(address, readQuestion(await read(address)))).headers.get("Location");
}

test("a discarded change is kept, and restored as a draft", async () => {
  const before = readFileSync(textFile, "utf8");
  const editedText = before.replace(/^moq: .*$/m, "moq: 一个下午写的");
  expect(await save("product/huang-qi/index.cn.md", Buffer.from(editedText))).toBe(201);
  const [, version = ""] =
    /name="part" value="product\/huang-qi"\/><input type="hidden" name="version" value="(\w+)"/.exec(
      await read("/desk/publish?discard=product/huang-qi"),
    )!;
  await submit("/desk/publish", { intent: "restore", part: "product/huang-qi", version });
  expect(readFileSync(textFile, "utf8")).toBe(before);
  expect(await read("/desk")).toContain('<a href="/desk/trash">已放弃的修改</a>');
  const [address = ""] = /\/desk\/trash\?id=[^"]+/.exec(await read("/desk/trash"))!;
  const question = await read(address);
  expect(question).toContain("产品 · 黄芪：找回以后会这样改");
  expect(question).toMatch(/<ins>一个下午写的<\/ins>/);
  // Edits the part after the confirmation was rendered, as a colleague may.
  writeFileSync(textFile, editedText.replace("一个下午写的", "又改的"));
  const lateResponse = await submit(address, readQuestion(question));
  expect(lateResponse.headers.get("Location")).toBe("/desk/trash?notice=notRestored");
  expect(readFileSync(textFile, "utf8")).toContain("又改的");
  writeFileSync(textFile, before);
  expect(await restoreEntry("产品 · 黄芪")).toBe("/desk/publish?notice=broughtBack");
  expect(readFileSync(textFile, "utf8")).toBe(editedText);
  // The replaced version is kept in the trash in turn.
  expect(await restoreEntry("产品 · 黄芪")).toBe("/desk/publish?notice=broughtBack");
  expect(readFileSync(textFile, "utf8")).toBe(before);
});

test("a file that was deleted in the editor is restored with its bytes", async () => {
  const path = "files/coa-test.pdf";
  const bytes = Buffer.from("%PDF-1.7 \0 report %%EOF");
  expect(await save(path, bytes)).toBe(201);
  expect(await save(path)).toBe(201);
  expect(existsSync(join(content, path))).toBe(false);
  await restoreEntry("文件 · coa-test.pdf");
  expect(readFileSync(join(content, path))).toEqual(bytes);
});

test("a text that another account saved is kept in the trash when it is overwritten", async () => {
  const path = "product/huang-qi/index.cn.md";
  const colleague = readFileSync(textFile);
  const edits = join(desk.DATA_DIR, "desk-edits.json");
  writeFileSync(edits, JSON.stringify([{ part: "product/huang-qi", account: "li@qigu.example", time: Date.now() }]));
  expect(await save(path, Buffer.from(`${colleague.toString()}\n盖掉。\n`))).toBe(201);
  expect(await read("/desk/trash")).toContain(" · 原文是 li@qigu.example 保存的</span>");
  await restoreEntry("产品 · 黄芪");
  expect(readFileSync(textFile)).toEqual(colleague);
});

test("if the content folder can't be locked, each form reports it and keeps the input", async () => {
  const lock = join(content, ".saving.lock");
  const [address = ""] = /\/desk\/trash\?id=[^"]+/.exec(await read("/desk/trash"))!;
  const question = readQuestion(await read(address));
  const rows = "性状 | 应符合规定 | 符合规定";
  rmSync(lock);
  mkdirSync(lock);
  const answers = [
    await submit("/desk/batches/new", { number: "HQ2605", product: "huang-qi", produced: "2026-01-20", rows }),
    await submit("/desk/redirect?from=/old", { to: "/about-us" }),
    await submit("/desk/address?part=product/huang-qi", { name: "huang-qi-2" }),
    await submit(address, question),
  ];
  rmSync(lock, { recursive: true });
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 422, 503]);
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  for (const page of pages) expect(page).toContain("现在不能写入内容文件夹");
  for (const [index, typed] of [rows, "/about-us", "huang-qi-2"].entries()) expect(pages[index]).toContain(typed);
});

test("restoring an unknown entry, or a path instead of an entry, redirects to the trash", async () => {
  for (const id of ["", "../../content", "1700000000000-00000000-0000-0000-0000-000000000000"])
    expect((await submit("/desk/trash", { id, version: "0" })).headers.get("Location")).toBe("/desk/trash");
});

test("the trash lists titles without reading the texts", () => {
  const { list } = openTrash({ CONTENT_DIR: content, DATA_DIR: desk.DATA_DIR });
  const [newest] = list();
  rmSync(join(trash, newest!.id, "0"));
  expect(list()[0]).toMatchObject({ part: "product/huang-qi", title: "黄芪" });
});

test("an entry is erased after 30 days, and newer entries stay", () => {
  const names = readdirSync(trash).sort();
  const [first = ""] = names;
  const dayMs = 24 * 60 * 60 * 1000;
  renameSync(join(trash, first), join(trash, `${Date.now() - 30 * dayMs}${first.slice(13)}`));
  mkdirSync(join(trash, "other"));
  const { sweep, list } = openTrash({ CONTENT_DIR: content, DATA_DIR: desk.DATA_DIR });
  sweep(Date.now());
  expect(readdirSync(trash).sort()).toEqual([...names.slice(1), "other"]);
  sweep(Date.now() + 29 * dayMs);
  expect(list()).toHaveLength(names.length - 1);
  sweep(Date.now() + 31 * dayMs);
  expect(list()).toEqual([]);
});

test("restoring an item removes the redirect that marks its address as gone", async () => {
  const folder = "service/export-supply";
  const names = readdirSync(join(content, folder));
  for (const name of names) expect(await save(`${folder}/${name}`)).toBe(201);
  await submit("/desk/redirect?from=/service/info/export-supply", { intent: "gone" });
  expect(readFileSync(join(content, "redirects.yaml"), "utf8")).toContain("export-supply");
  for (const _ of names) await restoreEntry("服务 · [^<]*");
  expect(readdirSync(join(content, folder))).toEqual(names);
  expect(readFileSync(join(content, "redirects.yaml"), "utf8")).not.toContain("export-supply");
  // The redirect is also removed if the item is restored on the Publish page.
  for (const name of names) await save(`${folder}/${name}`);
  await submit("/desk/redirect?from=/service/info/export-supply", { intent: "gone" });
  const part = new RegExp(`name="part" value="${folder}"/><input type="hidden" name="version" value="(\\w+)"`);
  const [, version = ""] = part.exec(await read("/desk/publish"))!;
  await submit("/desk/publish", { intent: "restore", part: folder, version });
  expect(readFileSync(join(content, "redirects.yaml"), "utf8")).not.toContain("export-supply");
});

test("an item is found by its title or its address, with links to its form, its history and its address", async () => {
  for (const q of ["黄芪", "huang-qi", `${desk.site.origin}/en/product/info/huang-qi`]) {
    const page = await read(`/desk/items?${new URLSearchParams({ q })}`);
    expect(page).toMatch(/href="\/desk\/content\?form=product%2Fentries%2Fhuang-qi%2Findex">产品 · 黄芪<\/a>/);
    expect(page).toMatch(
      /href="\/desk\/history\?part=product%2Fhuang-qi".*href="\/desk\/address\?part=product%2Fhuang-qi"/s,
    );
  }
  expect(await read("/desk/items?q=zebra")).toContain("没有这样的条目");
});

test("an address is changed as a draft and published as one change, and the old address redirects in both languages", async () => {
  const form = await read("/desk/address?part=product/huang-qi");
  expect(form).toMatch(/产品 · 黄芪.*name="name"[^>]*value="huang-qi"|value="huang-qi"[^>]*name="name"/s);
  const takenResponse = await submit("/desk/address?part=product/huang-qi", { name: "gan-cao" });
  expect([takenResponse.status, (await takenResponse.text()).includes("已经有这个网址名了")]).toEqual([422, true]);
  const invalidResponse = await submit("/desk/address?part=product/huang-qi", { name: "Huang Qi" });
  expect(await invalidResponse.text()).toMatch(/小写字母、数字和连字符.*value="Huang Qi"/s);
  for (const part of ["product/none", "../data", "batch/HQ-2601.yaml", ""])
    expect((await submit(`/desk/address?part=${part}`, { name: "x" })).status, part).toBe(404);

  const changed = await submit("/desk/address?part=product/huang-qi", { name: " Astragalus " });
  expect(changed.headers.get("Location")).toBe("/desk/publish?notice=moved");
  expect((await visit("/product/info/huang-qi")).status).toBe(200);
  const page = await read("/desk/publish");
  expect(page).toMatch(/改了网址 · <strong>产品 · 黄芪<\/strong>/);
  expect(page).toMatch(/<del>\/product\/info\/huang-qi<\/del> → <ins>\/product\/info\/astragalus<\/ins>/);
  expect(page).toContain('href="/desk/address?part=product%2Fastragalus&amp;to=huang-qi">把网址改回去');
  expect(page).not.toMatch(/删除 · |就打不开了/);
  expect((await desk.publish()).headers.get("Location")).toContain("published");
  await expect.poll(async () => (await visit("/product/info/astragalus")).status).toBe(200);
  for (const prefix of ["", "/en"]) {
    const old = await visit(`${prefix}/product/info/huang-qi`);
    expect([old.status, old.headers.get("Location")]).toEqual([301, `${prefix}/product/info/astragalus`]);
  }
  expect(await (await visit("/prescription/info/si-wu-tang")).text()).toContain("/product/info/astragalus");
});

test("the desk asks what to do with a published address that would vanish: redirect it, or answer 410", async () => {
  const draft = "news/bozhou-fair/index.cn.md";
  writeFileSync(join(content, draft), readText(draft).replace("---\n", "---\ndraft: true\n"));
  const page = await read("/desk/publish");
  expect(page).toMatch(/就打不开了.*href="\/desk\/redirect\?from=%2Fnews%2Finfo%2Fbozhou-fair".*<form id="publish"/s);
  const address = "/desk/redirect?from=/news/info/bozhou-fair";
  expect(await read(address)).toMatch(
    /<option value="\/product\/list">\/product\/list<\/option>.*<option value="\/product\/info\/gan-cao">产品 · 甘草</s,
  );
  const wrongTargetResponse = await submit(address, { to: "/news/info/none" });
  expect([wrongTargetResponse.status, (await wrongTargetResponse.text()).includes('value="/news/info/none"')]).toEqual([
    422,
    true,
  ]);
  for (const to of ["https://other.example/news/list", "", "/news/info/bozhou-fair", "//x"])
    expect((await submit(address, { to })).status, to).toBe(422);
  // An owner may paste the full URL.
  const redirectResponse = await submit(address, { to: `${desk.site.origin}/en/news/list` });
  expect(redirectResponse.headers.get("Location")).toBe("/desk/publish?notice=led");
  expect(await read("/desk/publish")).not.toContain("from=%2Fnews%2Finfo%2Fbozhou-fair");

  rmSync(join(content, "product/ju-hua"), { recursive: true });
  expect((await submit("/desk/redirect?from=/product/info/ju-hua", { intent: "gone", to: "" })).status).toBe(303);
  expect(readText("redirects.yaml")).toContain("gone: true");
  expect((await submit("/desk/redirect?from=/old-page", { to: "甘草 " })).status).toBe(303);
  expect(readText("redirects.yaml")).toContain("to: /product/info/gan-cao");
  await submit("/desk/redirect?from=/old-batch", { to: "hq2601" });
  await submit("/desk/redirect?from=/old-news", { to: `${new URL(desk.site.origin).host}/en/news/list` });
  expect(readText("redirects.yaml")).toContain(
    "from: /old-batch, to: /batch/HQ-2601}, {from: /old-news, to: /news/list}",
  );
});

test("an unreadable file of redirects is reported in one sentence, and so is a failure to save it", async () => {
  const before = readText("redirects.yaml");
  writeFileSync(join(content, "redirects.yaml"), "- from: [\n");
  const refusedResponse = await submit("/desk/redirect?from=/x", { to: "/product/list" });
  expect([refusedResponse.status, (await refusedResponse.text()).includes("“旧网址”里有错误")]).toEqual([422, true]);
  const move = await submit("/desk/address?part=product/gan-cao", { name: "liquorice" });
  expect([move.status, existsSync(join(content, "product/gan-cao"))]).toEqual([422, true]);
  // A folder in place of the file makes saving fail.
  rmSync(join(content, "redirects.yaml"));
  mkdirSync(join(content, "redirects.yaml/x"), { recursive: true });
  const failed = await submit("/desk/redirect?from=/x", { to: "/product/list" });
  expect([failed.status, (await failed.text()).includes("请联系网站管理员")]).toEqual([503, true]);
  await expect
    .poll(desk.site.output)
    .toMatch(/"problem":"Error: E[^"]*","msg":"desk: the content folder can't be written"/);
  rmSync(join(content, "redirects.yaml"), { recursive: true });
  writeFileSync(join(content, "redirects.yaml"), before);
});

test.each([
  "/desk/items",
  "/desk/address?part=product/gan-cao",
  "/desk/redirect?from=/x",
  "/desk/releases",
  "/desk/history?part=product/gan-cao",
])("%s needs a login, and refuses forms from other sites", async (path) => {
  const page = await visit(path);
  expect([page.status, page.headers.get("Location")]).toEqual([303, expect.stringMatching(/^\/desk\/login/)]);
  const body = new URLSearchParams({ name: "x", to: "/" });
  const headers = { Cookie: desk.Cookie, "Sec-Fetch-Site": "cross-site" };
  expect((await fetch(desk.site.origin + path, { method: "POST", body, headers })).status).toBe(404);
});
