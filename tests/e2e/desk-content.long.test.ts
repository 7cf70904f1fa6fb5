import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { setUpBrowser } from "#tests/setup/browser/browser.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const browser = setUpBrowser();
const desk = setUpDeskSite("zhou@qigu.example", (content) => rmSync(join(content, "product/fu-ling/index.en.md")));
const file = join(desk.content, "product/huang-qi/index.cn.md");
const newsCount = readdirSync(join(desk.content, "news")).length;

/** Logs in and opens the editor. */
async function visitDesk(width = 1280) {
  const { page } = await browser.visit(desk.site.origin, { viewport: { width, height: 780 } });
  const [name, value] = desk.Cookie.split("=") as [string, string];
  await page.context().addCookies([{ name, value, url: `${desk.site.origin}/desk` }]);
  await page.goto("/desk/content");
  const editor = page.frameLocator("iframe");
  // Waits for the site's text, because on localhost the editor first offers developers another button.
  await editor.getByText("编辑内容请点下面的").waitFor();
  await editor.getByRole("button", { name: "打开内容编辑器" }).click();
  await editor.getByText("新闻").first().waitFor();
  return {
    page,
    editor,
    getField: (name: string, tag = "input") =>
      editor.locator(`[data-mode=edit] [data-key-path="${name}"] ${tag}`).first(),
    save: () => editor.getByRole("button", { name: "保存", exact: true }).click(),
  };
}

test("opening the address of the editor's logout doesn't end the session", async () => {
  const { page } = await visitDesk();
  await page.goto("/desk/content/editor?logout");
  await page.getByText("新闻").first().waitFor();
  await page.goto("/desk/content");
  expect(new URL(page.url()).pathname).toBe("/desk/content");
});

test.each([
  ["desktop", 1280, "在电脑上改过的摘要。"],
  ["phone", 360, "在手机上改过的摘要。"],
])(
  "on a %s, a saved edit of an item changes one line of its file, and can be previewed and published",
  async (_device, width, summary) => {
    const before = readFileSync(file, "utf8");
    const { page, editor, getField, save } = await visitDesk(width);
    await page.goto("/desk/content?form=product/entries/huang-qi/index");
    await getField("summary", "textarea").fill(summary);
    await save();
    await expect.poll(() => readFileSync(file, "utf8")).toBe(before.replace(/^summary: .*$/m, `summary: ${summary}`));
    await page.getByRole("status").getByText("访客还看不到").waitFor();
    // The preview is next to the form (on a phone, one tap away), and has both languages.
    await page.goto("/desk/content?form=product/entries/huang-qi/index");
    await page.reload();
    if (width === 360) await editor.getByRole("button", { name: "预览", exact: true }).click();
    const pane = editor.frameLocator("iframe");
    await pane.frameLocator("iframe").getByText(summary).first().waitFor();
    await pane.getByRole("link", { name: "English" }).click();
    await pane.frameLocator("iframe").getByRole("heading", { level: 1, name: "Huang qi" }).waitFor();
    const part = new URLSearchParams({ part: "product/huang-qi" });
    for (const [name, path] of [
      ["历史", "history"],
      ["改网址", "address"],
    ])
      expect(await pane.getByRole("link", { name }).getAttribute("href")).toBe(`/desk/${path}?${part}`);
    await page.goto("/desk/publish");
    await page.getByText(summary).first().waitFor();
    await page.getByRole("button", { name: "发布" }).click();
    await page.getByRole("status").getByText("已发布").waitFor();
    const readPage = async () => (await fetch(`${desk.site.origin}/product/info/huang-qi`)).text();
    await expect.poll(readPage).toContain(summary);
  },
);

test("English stays in the form of an item in Chinese only after a failed save, and is saved once it is written", async () => {
  const english = join(desk.content, "product/fu-ling/index.en.md");
  const { page, editor, getField, save } = await visitDesk(360);
  const select = async (language: string) => {
    await editor.getByRole("combobox", { name: "切换语言" }).click();
    await editor.getByRole("option", { name: language }).click();
  };
  const expectEnglish = async () => {
    await select("英语");
    await getField("title").waitFor();
    await select("cn");
  };
  const saveWithMistake = async () => {
    await save();
    await editor
      .getByText(/个字段存在错误/)
      .first()
      .waitFor();
    await expectEnglish();
  };
  // Enlarges the window, because the editor draws only the fields within it.
  await page.setViewportSize({ width: 360, height: 4000 });
  // A new item.
  await page.goto("/desk/content?form=news/new");
  await getField("title").fill("只有中文的新闻");
  await saveWithMistake();
  await getField("summary", "textarea").fill("只有中文的摘要。");
  await editor.locator("[data-mode=edit] [contenteditable=true]").first().fill("只有中文的正文。");
  await getField("date").fill("2026-03-01");
  await editor.locator('[data-mode=edit] [data-key-path="cat"]').getByRole("combobox").click();
  await editor.getByRole("option").first().click();
  await save();
  const listNews = () => readdirSync(join(desk.content, "news"));
  await expect.poll(listNews).toHaveLength(newsCount + 1);
  // A page without English, with an empty field, and with a refused photo.
  await page.goto("/desk/content?form=product/entries/fu-ling/index");
  await getField("title").fill("");
  await saveWithMistake();
  await getField("title").fill("茯苓片");
  const saveUrlPattern = "**/repos/desk/content/contents";
  await page.route(saveUrlPattern, (route) => route.fulfill({ status: 422, json: { message: "照片不能用。" } }));
  await save();
  await editor.getByRole("alertdialog").getByRole("button", { name: "确定" }).click();
  await expectEnglish();
  await page.unroute(saveUrlPattern);
  await save();
  await expect.poll(() => readFileSync(english.replace(".en.", ".cn."), "utf8")).toContain("title: 茯苓片");
  expect(existsSync(english)).toBe(false);
  await page.goto("/desk/content?form=product/entries/fu-ling/index");
  await page.reload();
  await select("英语");
  await getField("title").fill("Poria");
  await save();
  await expect.poll(() => existsSync(english) && readFileSync(english, "utf8")).toContain("title: Poria");
});

test("a redirect is saved into a file that contains only comments", async () => {
  const file = join(desk.content, "redirects.yaml");
  const comments = readFileSync("content/redirects.yaml", "utf8");
  writeFileSync(file, comments);
  const { page, editor } = await visitDesk();
  await page.goto("/desk/content?form=site/entries/redirects");
  await editor.getByRole("button", { name: "添加" }).first().click();
  await editor.getByRole("group", { name: "旧地址" }).getByRole("textbox").fill("/old.html");
  await editor.getByRole("group", { name: "新地址" }).getByRole("textbox").fill("/product/info/huang-qi");
  await editor.getByRole("button", { name: "保存" }).click();
  const redirect = "- from: /old.html\n  to: /product/info/huang-qi\n";
  await expect.poll(() => readFileSync(file, "utf8")).toBe(`${comments}\n${redirect}`);
});

test("the page of a new menu entry is selected from a list, no id is typed, and the other entries stay", async () => {
  const menu = join(desk.content, "menu/cn.yaml");
  const item = "- id: item\n  type: page\n  title: 一条\n  path: /product/info/huang-qi\n  target: _blank\n";
  const before = readFileSync(menu, "utf8") + item;
  writeFileSync(menu, before);
  const { page, editor } = await visitDesk();
  // Enlarges the window, because the editor draws only the fields within it.
  await page.setViewportSize({ width: 1280, height: 4000 });
  await page.goto("/desk/content?form=site/entries/menu");
  const form = editor.locator("[data-mode=edit]");
  await form.getByRole("button", { name: "添加" }).last().click();
  await editor.getByRole("menuitem", { name: "页面" }).click();
  await form.getByRole("group", { name: "名称" }).last().getByRole("textbox").fill("询价");
  await form.getByRole("group", { name: "地址" }).last().getByRole("combobox").click();
  await editor.getByRole("option", { name: "询价" }).click();
  await editor.getByRole("button", { name: "保存" }).click();
  await expect.poll(() => readFileSync(menu, "utf8")).not.toBe(before);
  const after = readFileSync(menu, "utf8");
  expect(after.slice(0, before.length)).toBe(before);
  expect(after.slice(before.length)).toMatch(
    /^- type: page\n {2}title: 询价\n {2}path: \/quotation\n {2}id: [\da-f-]{36}\n$/,
  );
});

test("a herb that was just saved can be selected by name without a reload, and an address is proposed for a formula", async () => {
  const { page, editor, getField, save } = await visitDesk();
  // Enlarges the window, because the editor draws only the fields within it.
  await page.setViewportSize({ width: 1280, height: 4000 });
  const fill = (field: string, text: string) => getField(field, ":is(input, textarea)").fill(text);
  const show = (path: string) =>
    page.frames()[1]!.evaluate((hash) => void (location.hash = hash), `#/collections/${path}`);
  // After a save the editor shows the list.
  const saveFor = async (kind: string) => {
    await save();
    await expect.poll(() => page.frames()[1]!.url()).toMatch(new RegExp(`#/collections/${kind}$`));
  };
  await show("herbs/new");
  const fields = {
    "names.cn": "新草",
    "names.en": "new herb",
    latin: "Herba Nova",
    species: "Nova nova",
    part: "全草",
  };
  for (const [field, text] of Object.entries(fields)) await fill(field, text);
  await editor.getByRole("group", { name: "网址名" }).getByRole("textbox").fill("xin-cao");
  await saveFor("herbs");
  await show("product/entries/huang-qi/index");
  const herb = editor.locator("[data-mode=edit]").getByRole("group", { name: "药材" }).first();
  await herb.getByRole("combobox").click();
  await editor.getByRole("option", { name: "新草" }).click();
  await saveFor("product");
  expect(readFileSync(file, "utf8")).toMatch(/^herb: xin-cao$/m);
  await show("prescription/new");
  await fill("pinyin", "Xīn Cǎo Tāng");
  await editor.getByRole("radio", { name: "网址名" }).click();
  await editor.getByRole("group", { name: "网址名" }).getByText("xin-cao-tang").waitFor();
});

test("a tab of the editor saves nothing once the editor is open in another tab, and keeps its text", async () => {
  const { page, editor } = await visitDesk();
  const open = async (tab: Page) => {
    await tab.goto("/desk/content?form=product/entries/gan-cao/index");
    const field = tab.frameLocator("iframe").locator('[data-mode=edit] [data-key-path="moq"] input').first();
    await field.waitFor();
    return field;
  };
  const field = await open(page);
  const otherTab = await page.context().newPage();
  await (await open(otherTab)).fill("35 kg");
  await otherTab.frameLocator("iframe").getByRole("button", { name: "保存" }).click();
  const ganCao = join(desk.content, "product/gan-cao/index.cn.md");
  await expect.poll(() => readFileSync(ganCao, "utf8")).toContain("moq: 35 kg");
  await field.fill("40 kg");
  await editor.getByRole("button", { name: "保存" }).click();
  await editor.getByText("保存时出了问题").waitFor();
  await page.getByRole("alert").getByText("编辑器后来又在别的标签页或窗口打开过").waitFor();
  expect(await field.inputValue()).toBe("40 kg");
  expect(readFileSync(ganCao, "utf8")).toContain("moq: 35 kg");
});

test("after a draft was discarded, the editor has the published text, and saves new edits of it", async () => {
  const { page, getField, save } = await visitDesk();
  const baiShao = join(desk.content, "product/bai-shao/index.cn.md");
  const before = readFileSync(baiShao, "utf8");
  const open = async () => {
    await page.goto("/desk/content?form=product/entries/bai-shao/index");
    await page.reload();
    return getField("moq");
  };
  await (await open()).fill("77 kg");
  await save();
  await expect.poll(() => readFileSync(baiShao, "utf8")).toContain("moq: 77 kg");
  await page.goto("/desk/publish?discard=product/bai-shao");
  // The page first checks the content, which takes a busy machine longer than the default of 30 s.
  await page.getByRole("button", { name: "放弃" }).click({ timeout: 90_000 });
  await expect.poll(() => readFileSync(baiShao, "utf8")).toBe(before);
  const field = await open();
  expect(await field.inputValue()).toBe(/^moq: (.*)$/m.exec(before)![1]);
  await field.fill("88 kg");
  await save();
  await expect.poll(() => readFileSync(baiShao, "utf8")).toContain("moq: 88 kg");
});

test("if two people change different fields of an item, the editor keeps both changes", async () => {
  const dangGui = join(desk.content, "product/dang-gui/index.cn.md");
  const before = readFileSync(dangGui, "utf8");
  const open = async () => {
    const visit = await visitDesk();
    await visit.page.goto("/desk/content?form=product/entries/dang-gui/index");
    await visit.getField("moq").waitFor();
    return visit;
  };
  const [one, other] = [await open(), await open()];
  await one.getField("moq").fill("71 kg");
  await one.save();
  await expect.poll(() => readFileSync(dangGui, "utf8")).toContain("moq: 71 kg");
  await other.getField("summary", "textarea").fill("同事写的摘要。");
  await other.save();
  await other.editor.getByText("此条目已被别人改过").waitFor();
  await other.editor.getByRole("button", { name: "仍然保存" }).click();
  await expect.poll(() => readFileSync(dangGui, "utf8")).toContain("同事写的摘要。");
  const merged = before.replace(/^moq: .*$/m, "moq: 71 kg").replace(/^summary: .*$/m, "summary: 同事写的摘要。");
  expect(readFileSync(dangGui, "utf8")).toBe(merged);
  // The page around the editor reports that the form lacks others' edits, and offers to reopen the form.
  await other.page.getByRole("status").getByRole("link", { name: "重新打开这一条" }).click();
  await expect.poll(() => other.getField("moq").inputValue()).toBe("71 kg");
  // The editor checks for others' edits before each save, and doesn't overwrite their fields with old values.
  await one.page.frames()[1]!.evaluate(() => void (location.hash = "#/collections/product/entries/dang-gui/index"));
  await one.getField("moq").fill("72 kg");
  await one.save();
  await one.editor.getByText("此条目已被别人改过").waitFor();
  await one.editor.getByRole("button", { name: "仍然保存" }).click();
  await expect.poll(() => readFileSync(dangGui, "utf8")).toBe(merged.replace("71 kg", "72 kg"));
});

test("a save with an unknown outcome gets one message, in the reader's language even without a network", async () => {
  const { page, editor, getField, save } = await visitDesk();
  await page.goto("/desk/content?form=product/entries/chuan-xiong/index");
  const fill = async (text: string) => {
    await getField("moq").fill(text);
    await save();
  };
  const saveUrlPattern = "**/repos/desk/content/contents";
  await page.route(saveUrlPattern, (route) =>
    route.fulfill({ status: 503, json: { message: "不能确定保存了没有。" } }),
  );
  const dialog = editor.getByRole("alertdialog");
  await fill("1 kg");
  await dialog.getByText("不能确定保存了没有。").waitFor();
  expect(await dialog.innerText()).not.toMatch(/没有保存/);
  await dialog.getByRole("button").last().click();
  await page.route(saveUrlPattern, (route) => route.abort());
  await fill("2 kg");
  await dialog.getByText("连不上网站").waitFor();
  expect(await dialog.innerText()).not.toMatch(/[a-z]{3}/i);
});

test("a product that a batch needs isn't deleted, and the message has the batch's number", async () => {
  writeFileSync(join(desk.content, "batch/HQ260101.yaml"), "product: huang-qi\nproduced: 2026-01-20\nresults: []\n");
  const { page, editor } = await visitDesk();
  await page.goto("/desk/content?form=product/entries/huang-qi/index");
  await editor.getByRole("button", { name: "编辑器选项" }).click();
  await editor.getByRole("menuitem", { name: /删除/ }).click();
  const sentence = /所以不能删除.*批次 › HQ260101/s;
  await expect.poll(() => editor.getByRole("alertdialog").innerText()).toMatch(sentence);
});

test("a logo is saved for all languages", async () => {
  const { page, editor } = await visitDesk();
  const files = ["cn", "en"].map((code) => join(desk.content, `settings/${code}.yaml`));
  await page.goto("/desk/content?form=site/entries/settings");
  const logo = editor.locator("[data-mode=edit]").getByRole("group", { name: "标志" }).first();
  await logo.getByText("替换").click();
  await editor.getByRole("dialog").locator("input[type=file]").setInputFiles("public/icons/192.png");
  await editor.getByRole("dialog").getByRole("button", { name: "插入" }).click();
  // Waits until the picture is converted.
  await logo.getByText("192").waitFor();
  await editor.getByRole("button", { name: "保存" }).click();
  for (const settings of files) await expect.poll(() => readFileSync(settings, "utf8")).toMatch(/^logo: \/files\/192/m);
});

test("a phone's HEIC photo is saved in a format that browsers show", async () => {
  const { page, editor } = await visitDesk();
  // Enlarges the window, because the editor draws only the fields within it.
  await page.setViewportSize({ width: 1280, height: 4000 });
  await page.goto("/desk/content?form=product/entries/huang-qi/index");
  const cover = editor.locator("[data-mode=edit]").getByRole("group", { name: "封面" }).first();
  await cover.getByRole("button", { name: "浏览" }).click();
  await editor.getByRole("dialog").locator("input[type=file]").setInputFiles("tests/fixtures/photo.heic");
  await editor.getByRole("dialog").getByRole("button", { name: "插入" }).click();
  await cover.getByText("替换").waitFor();
  await editor.getByRole("button", { name: "保存" }).click();
  await expect.poll(() => readFileSync(file, "utf8")).toMatch(/^cover: photo\.webp$/m);
  expect(await sharp(join(desk.content, "product/huang-qi/photo.webp")).metadata()).toMatchObject({
    width: 1600,
    format: "webp",
  });
});

test("the editor's own logout ends the session of the whole desk", async () => {
  const { page } = await visitDesk();
  const config = (await (await page.request.get("/desk/content/config.json")).json()) as {
    logout_redirect_url: string;
  };
  await page.frames()[1]!.evaluate((address) => location.assign(address), config.logout_redirect_url);
  await page.waitForURL("**/desk/login?notice=loggedOut");
  await page.goto("/desk/messages");
  await page.waitForURL("**/desk/login?to=*");
});
