import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addFields } from "../setup/content-fields.ts";
import { setUpDeskSite } from "../setup/desk-site.ts";
import { post } from "../setup/guestbook-form.ts";

const account = "zhou@qigu.example";
const desk = setUpDeskSite(account);
const { content } = desk;
const file = join(content, "product/huang-qi/index.cn.md");
const validText = readFileSync(file, "utf8");
const open = (path: string) => fetch(desk.site.origin + path, { headers: { Cookie: desk.Cookie }, redirect: "manual" });
const read = async (path: string) => (await open(path)).text();
const submit = (intent: string) =>
  post(desk.site, { intent }, { Cookie: desk.Cookie, "Sec-Fetch-Site": "same-origin" }, "/desk/publish");
const readPage = async () => (await fetch(`${desk.site.origin}/product/info/huang-qi`)).text();
const edit = (text: string) => writeFileSync(file, `${validText}\n${text}\n`);

test("an edit is listed, previewed on the site's own page, published and undone", async () => {
  expect(await read("/desk/publish")).toContain("没有未发布的修改");
  edit("一段没有发布的话。");
  const page = await read("/desk/publish");
  expect(page).toMatch(/修改 · 产品：.*黄芪/);
  const links = [...page.matchAll(/href="(\/desk\/preview\/[^"]+)"/g)].map(([, link]) => link!);
  expect(links.map((link) => link.replace(/^\/desk\/preview\/[^/]+/, ""))).toEqual([
    "/product/info/huang-qi",
    "/en/product/info/huang-qi",
  ]);
  const preview = await open(links[0]!);
  expect(await preview.text()).toContain("一段没有发布的话。");
  expect(preview.headers.get("Cache-Control")).toBe("private, no-store");
  expect(preview.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src/);
  expect((await fetch(desk.site.origin + links[0]!, { redirect: "manual" })).status).toBe(303);
  expect(await readPage()).not.toContain("一段没有发布的话。");

  expect((await submit("publish")).headers.get("Location")).toBe("/desk/publish?notice=published");
  await expect.poll(readPage, { timeout: 15_000 }).toContain("一段没有发布的话。");
  expect((await submit("undo")).headers.get("Location")).toBe("/desk/publish?notice=undone");
  await expect.poll(readPage, { timeout: 15_000 }).not.toContain("一段没有发布的话。");
  expect(await read("/desk/publish")).toMatch(/修改 · 产品/);
  expect(desk.site.output()).toMatch(new RegExp(`"account":1,"outcome":"published","msg":"desk: publish"`));
});

test("a preview that has been replaced leads to the list", async () => {
  const response = await open("/desk/preview/2026-01-01T000000Z-abcdef/product/info/huang-qi");
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/desk/publish"]);
  expect((await open("/desk/preview/..%2f..%2fdata/product/info/huang-qi")).status).toBe(303);
});

test("with a mistake nothing is published, and the mistake is shown in the reader's language", async () => {
  edit("发错的一段话。");
  await submit("publish");
  writeFileSync(file, validText.replace(/^title: .*\n/m, ""));
  expect(await read("/desk/publish")).toMatch(/有 1 处错误.*产品 · huang-qi · 中文 · 名称<\/a> <span>缺少这一项/s);
  const refused = await submit("publish");
  expect([refused.status, (await refused.text()).includes("缺少")]).toEqual([409, true]);
  // What was published by mistake can be taken back meanwhile.
  expect(await read("/desk/publish")).toContain('value="undo"');
  expect((await submit("undo")).headers.get("Location")).toBe("/desk/publish?notice=undone");
  await expect.poll(readPage, { timeout: 15_000 }).not.toContain("发错的一段话。");
  writeFileSync(file, validText);
});

test("a draft is shown as a preview", async () => {
  const facts = join(content, "product/huang-qi/index.cn.md");
  const before = readFileSync(facts, "utf8");
  addFields(facts, "draft: true");
  const [, link] = /href="(\/desk\/preview\/[^"]+)"/.exec(await read("/desk/publish"))!;
  const preview = await open(link!);
  expect([preview.status, (await preview.text()).includes("黄芪")]).toEqual([200, true]);
  writeFileSync(facts, before);
});
