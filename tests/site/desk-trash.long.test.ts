import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTrash } from "#app/services/desk/items/trash.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";
import { saveAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";

const account = "zhou@qigu.example";
const desk = setUpDeskSite(account);
const { content, read, submit } = desk;
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
  const rows = "性状\t应符合规定\t符合规定";
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
