import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const desk = setUpDeskSite("zhou@qigu.example");
const { content, read: open } = desk;
const readPage = (id: string) => desk.readAsVisitor(`/product/info/${id}`);

/** Submits the publish form. @param chosen names of the parts whose boxes are checked */
async function submit(intent: string, chosen: readonly string[], page?: string) {
  const read = page ?? (await open("/desk/publish"));
  const list = (name: string, html = "") =>
    Array.from(html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, "g")), ([, part]) => [name, part!]);
  const parts = [...list("shown", read), ...chosen.map((part) => ["part", part]), ...list("needed", page)];
  return desk.submit("/desk/publish", [["intent", intent], ...(parts as [string, string][])]);
}

/** Returns two lists: parts whose box is checked, and parts whose box isn't. */
function listBoxes(page: string) {
  const boxes = [...page.matchAll(/<input type="checkbox" form="publish" name="part"([^>]*) value="([^"]+)"\/>/g)];
  const isSet = ([, attributes]: RegExpMatchArray) => attributes!.includes("checked");
  const listParts = (matches: RegExpMatchArray[]) => matches.map(([, , part]) => part!);
  return [listParts(boxes.filter(isSet)), listParts(boxes.filter((box) => !isSet(box)))];
}

const change = (path: string, edit: (text: string) => string) => {
  const file = join(content, path);
  writeFileSync(file, edit(readFileSync(file, "utf8")));
};
const [huangQi, ganCao] = ["product/huang-qi/index.cn.md", "product/gan-cao/index.cn.md"];

test("only selected changes are published, even if an unselected one has a mistake, and unselected ones stay listed", async () => {
  change(huangQi, (text) => `${text}\n急需更正的一段。\n`);
  const valid = readFileSync(join(content, ganCao), "utf8");
  change(ganCao, (text) => text.replace(/^title: .*\n/m, ""));
  const page = await open("/desk/publish");
  expect(page).toContain("有 1 处错误");
  expect(listBoxes(page)).toEqual([["product/gan-cao", "product/huang-qi"], []]);
  expect((await submit("publish", [])).headers.get("Location")).toBe("/desk/publish?notice=noneChosen");
  expect(await (await submit("publish", ["product/gan-cao", "product/huang-qi"])).text()).toContain("处错误");

  expect((await submit("publish", ["product/huang-qi"])).headers.get("Location")).toMatch(
    /^\/desk\/releases\/[\w-]+\?notice=published$/,
  );
  await expect.poll(() => readPage("huang-qi")).toContain("急需更正的一段。");
  // An unselected part stays unselected when it is edited again, and its mistakes are folded.
  const nextPage = await open("/desk/publish");
  expect(listBoxes(nextPage)).toEqual([[], ["product/gan-cao"]]);
  expect(nextPage).toContain("<details><summary>没有勾选的 1 项有 1 处错误，不影响其余。</summary>");
  expect(nextPage).not.toContain("改好后才能发布");
  await expect.poll(() => open("/desk")).toContain("还没有发布的修改：1 项");
  writeFileSync(join(content, ganCao), `${valid}\n草稿的一段。\n`);
  expect(listBoxes(await open("/desk/publish"))).toEqual([[], ["product/gan-cao"]]);
  expect(await readPage("gan-cao")).not.toContain("草稿的一段。");
  writeFileSync(join(content, ganCao), valid);
  expect(await open("/desk/publish")).toContain("没有未发布的修改");
  // After a part is discarded, its next edit is selected again.
  change(ganCao, (text) => `${text}\n后来的一段。\n`);
  expect(listBoxes(await open("/desk/publish"))).toEqual([["product/gan-cao"], []]);
  writeFileSync(join(content, ganCao), valid);
});

test("if a selected change needs an unselected one, the desk names that one instead of publishing, and a button selects both", async () => {
  const herb = "herbs/ren-shen-ye.yaml";
  cpSync(join(content, "herbs/gan-cao.yaml"), join(content, herb));
  const valid = readFileSync(join(content, ganCao), "utf8");
  change(ganCao, (text) => text.replace(/^herb: .*$/m, "herb: ren-shen-ye"));
  change(huangQi, (text) => `${text}\n另一段。\n`);
  const refusedResponse = await submit("publish", ["product/gan-cao"]);
  const page = await refusedResponse.text();
  expect(page).toContain("勾选的内容用到了没有勾选的：药材 · 甘草。");
  expect(listBoxes(page)).toEqual([["product/gan-cao"], [herb, "product/huang-qi"]]);
  const pageWithBoth = await (await submit("add", ["product/gan-cao"], page)).text();
  expect(listBoxes(pageWithBoth)).toEqual([[herb, "product/gan-cao"], ["product/huang-qi"]]);
  expect((await submit("publish", [herb, "product/gan-cao"])).headers.get("Location")).toContain("published");
  expect(listBoxes(await open("/desk/publish"))).toEqual([[], ["product/huang-qi"]]);
  rmSync(join(content, herb));
  writeFileSync(join(content, ganCao), valid);
});

test("changes since the page was rendered aren't published", async () => {
  const before = await open("/desk/publish");
  await submit("publish", listBoxes(before).flat(), before);
  change(huangQi, (text) => `${text}\n看过的一段。\n`);
  const page = await open("/desk/publish");
  const valid = readFileSync(join(content, ganCao), "utf8");
  change(ganCao, (text) => `${text}\n没有看过的一段。\n`);
  await submit("publish", ["product/huang-qi"], page);
  await expect.poll(() => readPage("huang-qi")).toContain("看过的一段。");
  expect(await readPage("gan-cao")).not.toContain("没有看过的一段。");
  // The part is new on the page, so its box is checked.
  const nextPage = await open("/desk/publish");
  expect(listBoxes(nextPage)).toEqual([["product/gan-cao"], []]);
  change(ganCao, (text) => `${text}\n写了一半的\n`);
  const refusedResponse = await submit("publish", ["product/gan-cao"], nextPage);
  const refusedPage = await refusedResponse.text();
  expect(refusedPage).toMatch(/刚刚又改过.*写了一半的/s);
  expect(await readPage("gan-cao")).not.toContain("写了一半的");
  expect((await submit("publish", ["product/gan-cao"], refusedPage)).status).toBe(303);
  await expect.poll(() => readPage("gan-cao")).toContain("写了一半的");
  writeFileSync(join(content, ganCao), valid);
});

test("what is scheduled has its time in the changes, at the release without an address, and among the items", async () => {
  const valid = readFileSync(join(content, ganCao), "utf8");
  change(ganCao, (text) => text.replace(/^title: /m, "from: 2096-11-30T09:00:00+08:00\ntitle: "));
  change(huangQi, (text) => `${text}\n不定时的一段。\n`);
  const time = "2096-11-30 09:00 起可见";
  expect(await open("/desk/publish")).toContain(time);
  const { headers } = await submit("publish", ["product/gan-cao", "product/huang-qi"]);
  const release = await open(headers.get("Location")!);
  expect(release).toContain("定了时间的，到时间才能看到");
  expect(release).toContain(time);
  expect(release).toContain(`${desk.site.origin}/product/info/huang-qi`);
  expect(release).not.toContain("/product/info/gan-cao");
  await expect.poll(() => open("/desk/items")).toMatch(/上架和下架<.*甘草.{0,20}<strong>2096-11-30 09:00 起可见/s);
  expect(await open("/desk/items?q=%E2%80%8Bgan-cao")).toContain(`/product/info/gan-cao · ${time}`);
  writeFileSync(join(content, ganCao), valid);
});
