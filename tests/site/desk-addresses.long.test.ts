import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const desk = setUpDeskSite("zhou@qigu.example");
const { content, read: open, submit: post, visit } = desk;
const read = (path: string) => readFileSync(join(content, path), "utf8");

test("an item is found by its title or its address, with links to its form, its history and its address", async () => {
  for (const q of ["黄芪", "huang-qi", `${desk.site.origin}/en/product/info/huang-qi`]) {
    const page = await open(`/desk/items?${new URLSearchParams({ q })}`);
    expect(page).toMatch(/href="\/desk\/content\?form=product%2Fentries%2Fhuang-qi%2Findex">产品 · 黄芪<\/a>/);
    expect(page).toMatch(
      /href="\/desk\/history\?part=product%2Fhuang-qi".*href="\/desk\/address\?part=product%2Fhuang-qi"/s,
    );
  }
  expect(await open("/desk/items?q=zebra")).toContain("没有这样的条目");
});

test("an address is changed as a draft and published as one change, and the old address redirects in both languages", async () => {
  const form = await open("/desk/address?part=product/huang-qi");
  expect(form).toMatch(/产品 · 黄芪.*name="name"[^>]*value="huang-qi"|value="huang-qi"[^>]*name="name"/s);
  const takenResponse = await post("/desk/address?part=product/huang-qi", { name: "gan-cao" });
  expect([takenResponse.status, (await takenResponse.text()).includes("已经有这个网址名了")]).toEqual([422, true]);
  const invalidResponse = await post("/desk/address?part=product/huang-qi", { name: "Huang Qi" });
  expect(await invalidResponse.text()).toMatch(/小写字母、数字和连字符.*value="Huang Qi"/s);
  for (const part of ["product/none", "../data", "batch/HQ-2601.yaml", ""])
    expect((await post(`/desk/address?part=${part}`, { name: "x" })).status, part).toBe(404);

  const changed = await post("/desk/address?part=product/huang-qi", { name: " Astragalus " });
  expect(changed.headers.get("Location")).toBe("/desk/publish?notice=moved");
  expect((await visit("/product/info/huang-qi")).status).toBe(200);
  const page = await open("/desk/publish");
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
  writeFileSync(join(content, draft), read(draft).replace("---\n", "---\ndraft: true\n"));
  const page = await open("/desk/publish");
  expect(page).toMatch(/就打不开了.*href="\/desk\/redirect\?from=%2Fnews%2Finfo%2Fbozhou-fair".*<form id="publish"/s);
  const address = "/desk/redirect?from=/news/info/bozhou-fair";
  expect(await open(address)).toMatch(
    /<option value="\/product\/list">\/product\/list<\/option>.*<option value="\/product\/info\/gan-cao">产品 · 甘草</s,
  );
  const wrongTargetResponse = await post(address, { to: "/news/info/none" });
  expect([wrongTargetResponse.status, (await wrongTargetResponse.text()).includes('value="/news/info/none"')]).toEqual([
    422,
    true,
  ]);
  for (const to of ["https://other.example/news/list", "", "/news/info/bozhou-fair", "//x"])
    expect((await post(address, { to })).status, to).toBe(422);
  // An owner may paste the full URL.
  const redirectResponse = await post(address, { to: `${desk.site.origin}/en/news/list` });
  expect(redirectResponse.headers.get("Location")).toBe("/desk/publish?notice=led");
  expect(await open("/desk/publish")).not.toContain("from=%2Fnews%2Finfo%2Fbozhou-fair");

  rmSync(join(content, "product/ju-hua"), { recursive: true });
  expect((await post("/desk/redirect?from=/product/info/ju-hua", { intent: "gone", to: "" })).status).toBe(303);
  expect(read("redirects.yaml")).toContain("gone: true");
  expect((await post("/desk/redirect?from=/old-page", { to: "甘草 " })).status).toBe(303);
  expect(read("redirects.yaml")).toContain("to: /product/info/gan-cao");
});

test("an unreadable file of redirects is reported in one sentence, and so is a failure to save it", async () => {
  const before = read("redirects.yaml");
  writeFileSync(join(content, "redirects.yaml"), "- from: [\n");
  const refusedResponse = await post("/desk/redirect?from=/x", { to: "/product/list" });
  expect([refusedResponse.status, (await refusedResponse.text()).includes("“旧网址”里有错误")]).toEqual([422, true]);
  const move = await post("/desk/address?part=product/gan-cao", { name: "liquorice" });
  expect([move.status, existsSync(join(content, "product/gan-cao"))]).toEqual([422, true]);
  // A folder in place of the file makes saving fail.
  rmSync(join(content, "redirects.yaml"));
  mkdirSync(join(content, "redirects.yaml/x"), { recursive: true });
  const failed = await post("/desk/redirect?from=/x", { to: "/product/list" });
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
