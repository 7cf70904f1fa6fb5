import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const account = "zhou@qigu.example";
const desk = setUpDeskSite(account);
const { content, read: open, submit: post, publish } = desk;
const file = join(content, "product/huang-qi/index.cn.md");
const firstText = readFileSync(file, "utf8");
const setOrder = (moq: string) => writeFileSync(file, firstText.replace(/^moq: .*$/m, `moq: ${moq}`));
const readPage = () => desk.readAsVisitor("/product/info/huang-qi");
const list = async () => [...(await open("/desk/releases")).matchAll(/href="(\/desk\/releases\/[^"]+)">([^<]*)</g)];

test("a changed herb is listed by its name, without the pages that show it", async () => {
  const old = join(content, "herbs/huang-qi.yaml");
  const herb = readFileSync(old, "utf8");
  writeFileSync(join(content, "herbs/xin-cao.yaml"), herb.replace(/huang qi|黄芪/gi, "新草"));
  await publish();
  expect(await open("/desk/releases")).toMatch(/访客现在看到的<\/strong><span class="note">新草</);
  writeFileSync(old, herb.replace(/^latin: .*$/m, "latin: Radix Nova"));
  await publish();
  expect(await open("/desk/releases")).toMatch(/访客现在看到的<\/strong><span class="note">黄芪</);
  writeFileSync(old, herb);
  await publish();
});

test("all releases are listed with author and changes, and can be republished after a confirmation", async () => {
  const keptCount = (await list()).length;
  for (const moq of ["30 kg", "40 kg"]) {
    setOrder(moq);
    await publish();
  }
  const releases = await list();
  expect(releases.length).toBe(keptCount + 2);
  const [newest, middle, oldest] = releases.map(([, address]) => address!);
  expect(releases[0]![2]).toMatch(new RegExp(`^20\\d\\d-.* · ${account}$`));
  expect(await open("/desk/releases")).toMatch(/访客现在看到的<\/strong><span class="note">黄芪<\/span>/);
  expect(await open(newest!)).toMatch(/产品 · 黄芪.*<dt>起订量<\/dt><dd><del>30 kg<\/del> → <ins>40 kg<\/ins>/s);
  expect(await open(newest!)).not.toContain("?back");

  // The confirmation lists every change that visitors will see, which is more than that release changed.
  const question = await open(`${oldest!}?back`);
  expect(question).toMatch(/访客会重新看到.*<del>40 kg<\/del> → <ins>20 kg<\/ins>/s);
  expect((await post(oldest!)).headers.get("Location")).toBe("/desk/publish?notice=undone");
  await expect.poll(readPage).toContain("20 kg");
  expect(readFileSync(file, "utf8")).toContain("40 kg");
  // A later release can be made current again.
  expect(await open(`${middle!}?back`)).toMatch(/<del>20 kg<\/del> → <ins>30 kg<\/ins>/);
  await post(middle!);
  await expect.poll(readPage).toContain("30 kg");
  expect((await list()).length).toBe(keptCount + 2);
  for (const id of ["2026-01-01T000000Z-abcdef", "..%2f..%2fdata"]) {
    expect((await desk.open(`/desk/releases/${id}`)).status).toBe(404);
    expect((await post(`/desk/releases/${id}`)).status).toBeGreaterThanOrEqual(400);
  }
});

test("an item has a history, and is restored as a draft from any release", async () => {
  setOrder("50 kg");
  const history = "/desk/history?part=product/huang-qi";
  const page = await open(history);
  expect(page).toContain("产品 · 黄芪：历史");
  const links = [...page.matchAll(/href="(\/desk\/history\?part=[^"]+release=[^"]+)"/g)].map(([, link]) =>
    link!.replaceAll("&amp;", "&"),
  );
  // Only three are listed, because the other releases changed other items.
  expect(links.length).toBe(3);
  const comparisonPage = await open(links[2]!);
  expect(comparisonPage).toMatch(/<del>50 kg<\/del> → <ins>20 kg<\/ins>/);
  const [, version] = /name="version" value="(\w+)"/.exec(comparisonPage)!;
  const before = readFileSync(file, "utf8");
  const form = { former: "product/huang-qi" };
  expect((await post(links[2]!, { ...form, version: "0" })).headers.get("Location")).toContain("notRestored");
  expect(readFileSync(file, "utf8")).toBe(before);
  expect((await post(links[2]!, { ...form, version: version! })).headers.get("Location")).toBe(
    "/desk/publish?notice=broughtBack",
  );
  expect(readFileSync(file, "utf8")).toBe(firstText);
  expect(await readPage()).toContain("30 kg");
  expect(await open(links[2]!)).toContain("和现在一样");
});

test("a deleted item is restored from its history", async () => {
  const folder = join(content, "product/huang-qi");
  rmSync(folder, { recursive: true });
  const page = await open("/desk/history?part=product/huang-qi");
  const link = /href="(\/desk\/history\?part=[^"]+release=[^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const [, version] = /name="version" value="(\w+)"/.exec(await open(link))!;
  await post(link, { version: version!, former: "product/huang-qi" });
  for (const former of ["../../../etc", "batch/ZZ2.yaml/index.cn.md"])
    expect((await post(link, { version: version!, former })).status).toBe(404);
  expect(readFileSync(file, "utf8")).toContain("黄芪");
});

test("a release name with a NUL gets a 404", async () => {
  expect((await desk.open("/desk/releases/%00")).status).toBe(404);
  expect((await post("/desk/releases/%00")).headers.get("Location")).toBeNull();
});

const unknownParts = ["product/none", "settings/cn.yaml/x"];

test.each(["../../etc/passwd", "/etc/passwd", ...unknownParts, ""])(
  "the history of %j is empty if this is a valid name of a part, and otherwise a 404",
  async (part) => {
    const response = await desk.open(`/desk/history?part=${encodeURIComponent(part)}`);
    expect(response.status).toBe(unknownParts.includes(part) ? 200 : 404);
    if (response.ok) expect(await response.text()).toContain("还没有发布过这一条");
  },
);

test("the history continues after a change of address, and an earlier version is restored at the new address", async () => {
  await post("/desk/address?part=product/huang-qi", { name: "astragalus" });
  await publish();
  const page = await open("/desk/history?part=product/astragalus");
  const link = [...page.matchAll(/href="(\/desk\/history\?part=[^"]+release=[^"]+)"/g)]
    .at(-1)![1]!
    .replaceAll("&amp;", "&");
  const comparisonPage = await open(link);
  const [, version] = /name="version" value="(\w+)"/.exec(comparisonPage)!;
  expect(comparisonPage).toContain('name="former" value="product/huang-qi"');
  const restoreResponse = await post(link, { version: version!, former: "product/huang-qi" });
  expect(restoreResponse.headers.get("Location")).toBe("/desk/publish?notice=broughtBack");
  expect(readFileSync(join(content, "product/astragalus/index.cn.md"), "utf8")).toBe(firstText);
});

test("a release that another version of the code has recompiled is opened by its former id and by its new id", async () => {
  const releases = openReleaseFolder(join(content, "../data"));
  const order = (moq: string) =>
    writeFileSync(join(content, "product/astragalus/index.cn.md"), firstText.replace(/^moq: .*$/m, `moq: ${moq}`));
  order("30 kg");
  await publish();
  const { id, ...description } = releases.readCurrent()!;
  for (const suffix of ["000000", "ffffff"]) {
    const twinId = `${id.slice(0, -6)}${suffix}`;
    cpSync(releases.getFolder(id), releases.getFolder(twinId), { recursive: true });
    writeFileSync(join(releases.getFolder(twinId), "release.json"), JSON.stringify({ ...description, id: twinId }));
  }
  order("35 kg");
  await publish();
  for (const suffix of ["000000", id.slice(-6), "ffffff"])
    expect(await open(`/desk/releases/${id.slice(0, -6)}${suffix}?back`)).toMatch(
      /<del>35 kg<\/del> → <ins>30 kg<\/ins>/,
    );
});
