import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { waitForLock } from "#app/services/runtime/process-lock.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const desk = setUpDeskSite("zhou@qigu.example");
const { content, open, read } = desk;
const file = join(content, "product/huang-qi/index.cn.md");
const validText = readFileSync(file, "utf8");
const submit = (intent: string, fields: Record<string, string> = {}) =>
  desk.submit("/desk/publish", { intent, ...fields });
const findEarlier = async () =>
  /href="(\/desk\/releases\/[^"]+\?back)">退回到 \d{4}年/.exec(await read("/desk/publish"))![1]!;
/** Makes the previous release current, by a double tap. */
async function undoByDoubleTap() {
  const address = (await findEarlier()).replace("?back", "");
  const [first, second] = await Promise.all([desk.submit(address), desk.submit(address)]);
  // On a busy machine only one response redirects to the result, and the other contains the list.
  return second.headers.has("Location") ? second : first;
}
const readPage = () => desk.readAsVisitor("/product/info/huang-qi");
const edit = (text: string) => writeFileSync(file, `${validText}\n${text}\n`);

test("an edit is listed, previewed on the site's own page, published and undone", async () => {
  expect(await read("/desk/publish")).toContain("没有未发布的修改");
  edit("一段没有发布的话。");
  const page = await read("/desk/publish");
  expect(page).toMatch(/修改 · <strong>产品 · 黄芪<\/strong>/);
  expect(page).toMatch(/<dt>正文<\/dt><dd>新增 <ins>一段没有发布的话。<\/ins>/);
  const links = [...page.matchAll(/href="(\/desk\/preview\/[^"]+)"/g)].map(([, link]) => link!);
  expect(links.map((link) => link.replace(/^\/desk\/preview\/[^/]+/, ""))).toEqual([
    "/product/info/huang-qi",
    "/en/product/info/huang-qi",
  ]);
  const preview = await open(links[0]!);
  expect(await preview.text()).toContain("一段没有发布的话。");
  const missing = await open(links[0]!.replace("huang-qi", "none"));
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("预览里没有这个页面")]);
  expect(preview.headers.get("Cache-Control")).toBe("private, no-store");
  expect(preview.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src/);
  expect((await desk.visit(links[0]!)).status).toBe(303);
  expect(await readPage()).not.toContain("一段没有发布的话。");

  expect((await submit("publish")).headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
  await expect.poll(readPage).toContain("一段没有发布的话。");
  const countReleases = async () =>
    [...(await read("/desk/releases")).matchAll(/href="\/desk\/releases\/([^"]+)"/g)].length;
  const keptReleases = await countReleases();
  expect((await undoByDoubleTap()).headers.get("Location")).toBe("/desk/publish?notice=undone");
  await expect.poll(readPage).not.toContain("一段没有发布的话。");
  expect(await countReleases()).toBe(keptReleases);
  // What was taken back isn't published by the next press.
  const undonePage = await read("/desk/publish");
  expect(undonePage).toMatch(
    /name="part" value="product\/huang-qi"\/>.*修改 · <strong>产品.*由 zhou@qigu.example 于 .* 退回/s,
  );
  expect(await read("/desk/releases")).toMatch(/<li>20[^<]* · zhou@qigu.example 退回到 20[^<]*<\/li>/);
  await expect.poll(desk.site.output).toMatch(new RegExp(`"account":1,"outcome":"published","msg":"desk: publish"`));
});

test("a preview shows a newly added picture, which visitors can't fetch yet", async () => {
  const settings = join(content, "settings/cn.yaml");
  const before = readFileSync(settings, "utf8");
  mkdirSync(join(content, "files"), { recursive: true });
  cpSync("public/icons/192.png", join(content, "files/new-qr.png"));
  writeFileSync(settings, before.replace("/qr/wechat.svg", "/files/new-qr.png"));
  const [, page = ""] = /href="(\/desk\/preview\/[^"]+)"/.exec(await read("/desk/publish"))!;
  const [, picture = ""] = /<img[^>]* src="([^"]*new-qr\.png)"/.exec(await read(page))!;
  expect(picture).toMatch(/^\/desk\/preview\/[^/]+\/files\/new-qr\.png$/);
  expect([(await open(picture)).status, (await desk.visit("/files/new-qr.png")).status]).toEqual([200, 404]);
  writeFileSync(settings, before);
  rmSync(join(content, "files/new-qr.png"));
});

test("a second tap on the button opens the result of the first one", async () => {
  edit("一段发布两次的话。");
  const [, shown = ""] = /name="shown" value="([^"]+)"/.exec(await read("/desk/publish"))!;
  const tap = () => submit("publish", { part: "product/huang-qi", shown });
  const [first, second] = [await tap(), await tap()].map((response) => response.headers.get("Location")!);
  expect(second).toBe(first!.replace("published", "unchanged"));
  expect(await read(second!)).toMatch(/已经发布了.*一段发布两次的话。/s);
  await undoByDoubleTap();
  writeFileSync(file, validText);
});

test("the address of a preview that doesn't exist any more redirects to the list of changes", async () => {
  const response = await open("/desk/preview/2026-01-01T000000Z-abcdef/product/info/huang-qi");
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/desk/publish"]);
  expect((await open("/desk/preview/..%2f..%2fdata/product/info/huang-qi")).status).toBe(303);
});

test("while there is a mistake nothing is published, and the mistake is described in the reader's language", async () => {
  edit("发错的一段话。");
  await submit("publish");
  writeFileSync(file, validText.replace(/^title: .*\n/m, ""));
  expect(await read("/desk/publish")).toMatch(/有 1 处错误.*产品 · huang-qi · 中文 · 名称<\/a> <span>缺少这一项/s);
  const refusedResponse = await submit("publish");
  expect(await refusedResponse.text()).toContain("缺少");
  const shareResponse = await submit("share", {
    part: "product/huang-qi",
    path: "/product/info/huang-qi",
    title: "黄芪",
  });
  const text = await shareResponse.text();
  expect([shareResponse.headers.get("Location"), text.includes(desk.content)]).toEqual([null, false]);
  expect(text).toMatch(/有 1 处错误.*产品 · huang-qi · 中文 · 名称<\/a> <span>缺少这一项.*name="part"/s);
  // Despite the mistake in the draft, the last release can be undone.
  expect(await read(await findEarlier())).toMatch(/访客会重新看到.*<dd>删除 <del>发错的一段话。/s);
  expect((await undoByDoubleTap()).headers.get("Location")).toBe("/desk/publish?notice=undone");
  await expect.poll(readPage).not.toContain("发错的一段话。");
  writeFileSync(file, validText);
});

test("for a changed menu, the page lists the changed entries by title", async () => {
  const menu = join(content, "menu/cn.yaml");
  const before = readFileSync(menu, "utf8");
  const [first = ""] = /^- id: home\n(?: .*\n)*/.exec(before) ?? [];
  writeFileSync(menu, `${before.replace(first, "").replace("title: 中药饮片", "title: 饮片")}${first}`);
  const page = await read("/desk/publish");
  expect(page).toContain("<dt>产品 下级菜单 饮片 名称</dt><dd><del>中药饮片</del> → <ins>饮片</ins>");
  expect(page).toMatch(/<dt>首页 顺序<\/dt><dd><del>1<\/del> → <ins>\d+<\/ins>/);
  expect(page).not.toContain("type: page");
  writeFileSync(menu, before);
});

/** Returns the fields of the form that discards a change, found in the list of changes or on a confirmation page. */
async function readChange(part: string): Promise<{ part: string; version: string } | undefined> {
  const form = new RegExp(`name="part" value="${part}"/><input type="hidden" name="version" value="(\\w+)"`);
  const pages = [await read("/desk/publish"), await read(`/desk/publish?discard=${part}`)];
  const version = pages.map((page) => form.exec(page)?.[1]).find(Boolean);
  return version === undefined ? undefined : { part, version };
}

test("each change is listed with its fields, old and new values and author, and can be discarded on its own", async () => {
  const settingsFile = join(content, "settings/cn.yaml");
  const settings = readFileSync(settingsFile, "utf8");
  writeFileSync(file, validText.replace(/^moq: .*$/m, "moq: 30 kg"));
  writeFileSync(settingsFile, settings.replace(/^phone: .*$/m, "phone: 0558-555 0199"));
  const page = await read("/desk/publish");
  expect(page).toMatch(
    /公司资料 · 中文<\/strong>.*<dt>电话<\/dt><dd><del>0558-555 0186<\/del> → <ins>0558-555 0199<\/ins>/s,
  );
  expect(page).toMatch(/<dt>起订量<\/dt><dd><del>20 kg<\/del> → <ins>30 kg<\/ins>/);
  expect((await submit("restore", await readChange("product/huang-qi"))).headers.get("Location")).toBe(
    "/desk/publish?notice=restored",
  );
  expect(readFileSync(file, "utf8")).toBe(validText);
  expect(readFileSync(settingsFile, "utf8")).toContain("0199");
  await submit("restore", await readChange("settings/cn.yaml"));
  expect(readFileSync(settingsFile, "utf8")).toBe(settings);
});

test("an outdated translation and a forbidden word are listed with the changes, and prevent nothing", async () => {
  writeFileSync(join(content, "claims.yaml"), "- { words: [根治], article: 广告法第十六条, instead: 传统用于 }\n");
  edit("服用后可以根治。");
  const page = await read("/desk/publish");
  expect(page).toMatch(
    /请看一看.*产品 · 黄芪 · 中文 · 正文<\/a> <span>“…服用后可以根治…”里的“根治”：广告法第十六条。可改为：传统用于<\/span>/s,
  );
  expect(page).toMatch(
    /href="\/desk\/content\?form=product%2Fentries%2Fhuang-qi%2Findex">产品 · 黄芪 · English<\/a> <span>中文在\d{4}年\d+月\d+日改过，英语还没有改。<\/span><p class="changes"><ins>服用后可以根治。/,
  );
  await expect
    .poll(() => read("/desk"))
    .toMatch(/译文可能落后：1 项.*发布前请看的提醒（用语、数字、检验依据等）：1 处/s);
  expect(page).toMatch(/<a href="#remarks">有 2 处提醒.*value="publish".*<section id="remarks">/s);

  const versions = Array.from(
    page.matchAll(/name="version" value="(\w+)"\/><button[^>]*value="confirm"/g),
    ([, one]) => one!,
  );
  expect(versions).toHaveLength(2);
  for (const version of versions)
    expect((await submit("confirm", { version })).headers.get("Location")).toBe("/desk/publish?notice=confirmed");
  expect(await read("/desk/publish")).not.toMatch(/英语还没有改|里的“根治”/);
  expect((await submit("confirm", { version: "../x" })).headers.get("Location")).toBeNull();
  rmSync(join(content, "claims.yaml"));
  writeFileSync(file, validText);
});

test("changes are discarded only after a confirmation, which lists the losses", async () => {
  edit("写了一下午的一段。");
  expect(await read("/desk/publish")).toContain('href="/desk/publish?discard=product%2Fhuang-qi">放弃修改</a>');
  const question = await read("/desk/publish?discard=product/huang-qi");
  expect(question).toMatch(
    /产品 · 黄芪会回到访客现在看到的样子.*<ins>写了一下午的一段。<\/ins>.*放弃这些修改.*href="\/desk\/publish">不放弃/s,
  );
  expect(readFileSync(file, "utf8")).toContain("写了一下午");
  writeFileSync(file, validText);
});

test("restoring a deleted item also removes the mistakes that its deletion caused", async () => {
  const folder = join(content, "product/bai-shao");
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  rmSync(folder, { recursive: true });
  expect(await read("/desk/publish")).toMatch(/处错误.*删除 · <strong>产品 · 白芍<\/strong>.*恢复/s);
  await submit("restore", await readChange("product/bai-shao"));
  expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")])).toEqual(files);
  expect(await read("/desk/publish")).not.toContain("处错误");
});

test.each(["batch/ZZ2.yaml/index.cn.md", "colours.yaml/index.cn.md"])(
  "the misplaced file %s is reported and removed",
  async (part) => {
    const folder = join(content, dirname(part));
    mkdirSync(folder);
    writeFileSync(join(content, part), validText);
    const page = await read("/desk/publish");
    expect(page).toContain("这里应是文件，却是文件夹。");
    const [, version = ""] = /name="version" value="(\w+)"/.exec(await read(`/desk/publish?discard=${part}`))!;
    await submit("restore", { part, version });
    expect(existsSync(folder)).toBe(false);
    expect(await read("/desk/publish")).not.toContain("这里应是文件，却是文件夹。");
  },
);

test("a deleted item can be removed at once from the related items of all other items", async () => {
  const folder = join(content, "product/bai-shao");
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  const related = validText.replace(/^related: .*$/m, "related: [product/bai-shao, product/huang-qi-extract]");
  writeFileSync(file, related);
  rmSync(folder, { recursive: true });
  expect(await read("/desk/publish")).toMatch(/没有这一条：product\/bai-shao.*value="unlink"/s);
  const response = await submit("unlink", { part: "product/bai-shao" });
  expect(response.headers.get("Location")).toBe("/desk/publish?notice=unlinked");
  expect(readFileSync(file, "utf8")).toContain("related: [product/huang-qi-extract]");
  expect(readFileSync(file, "utf8").replace(/^related: .*$/m, "")).toBe(related.replace(/^related: .*$/m, ""));
  // Another mistake is left, which has nothing to do with the deleted item.
  writeFileSync(file, readFileSync(file, "utf8").replace(/^summary: .*\n/m, ""));
  const page = await read("/desk/publish");
  expect(page).toMatch(/\d 处错误/);
  expect(page).not.toMatch(/没有这一条|value="unlink"/);
  mkdirSync(folder);
  for (const [name, text] of files) writeFileSync(join(folder, name!), text!);
  // An existing item isn't removed from related items.
  writeFileSync(file, related);
  const lateResponse = await submit("unlink", { part: "product/bai-shao" });
  expect(lateResponse.headers.get("Location")).toBe("/desk/publish?notice=notUnlinked");
  expect(readFileSync(file, "utf8")).toBe(related);
  writeFileSync(file, validText);
  await submit("publish");
});

test("a new item is deleted only after a confirmation", async () => {
  const folder = join(content, "product/new-item");
  cpSync(join(content, "product/bai-shao"), folder, { recursive: true });
  expect(await read("/desk/publish")).toContain('href="/desk/publish?discard=product%2Fnew-item">删除这一项</a>');
  const question = await read("/desk/publish?discard=product/new-item");
  expect(question).toContain("还没有发布过。删除后 30 天内可以");
  const [, version] = /name="version" value="(\w+)"/.exec(question)!;
  await submit("restore", { part: "product/new-item", version: version! });
  expect(existsSync(folder)).toBe(false);
});

test("edits since the page was rendered aren't discarded", async () => {
  writeFileSync(file, validText.replace(/^moq: .*$/m, "moq: 30 kg"));
  const change = await readChange("product/huang-qi");
  writeFileSync(file, validText.replace(/^moq: .*$/m, "moq: 40 kg"));
  expect((await submit("restore", change)).headers.get("Location")).toBe("/desk/publish?notice=notRestored");
  expect(await (await submit("restore", { part: "../../etc", version: change!.version })).text()).toContain("40 kg");
  expect(readFileSync(file, "utf8")).toContain("40 kg");
  writeFileSync(file, validText);
});

test("the desk's overview lists drafts, mistakes and missing settings", async () => {
  await expect.poll(() => read("/desk")).toMatch(/没有未发布的修改.*还没有设置.*SMTP_URL/s);
  edit("改了一句。");
  await expect.poll(() => read("/desk")).toContain("还没有发布的修改：1 项");
  writeFileSync(file, validText.replace(/^title: .*\n/m, ""));
  await expect.poll(() => read("/desk")).toContain("有 1 处错误");
  writeFileSync(file, validText);
});

test("while another process locks the releases, the desk responds and names that process, and continues afterwards", async () => {
  const readNow = async (path: string) => {
    const response = await fetch(desk.site.origin + path, { headers: desk.getHeaders() });
    expect(response.status, path).toBe(200);
    return response.text();
  };
  appendFileSync(join(content, "product/gan-cao/index.cn.md"), "\n新的一段。\n");
  const file = join(desk.DATA_DIR, "releases", "lock");
  const lock = await waitForLock(file, { work: "npm run publish", maxWaitMs: 10_000 });
  const holder = `正在等待另一个进程：npm run publish（编号 ${process.pid}），从 `;
  try {
    const page = await readNow("/desk/publish");
    expect(page).toContain("正在查看有哪些改动……");
    expect(page).toContain(holder);
    expect(await readNow("/desk")).toContain("正在查看有哪些改动……");
    expect(await readNow("/desk/releases")).toContain("访客现在看到的");
    expect(await readNow("/desk/history?part=product/gan-cao")).toContain("甘草");
    const options = { method: "POST", headers: desk.getHeaders(), body: new URLSearchParams({ intent: "publish" }) };
    const publishResponse = await fetch(`${desk.site.origin}/desk/publish`, { ...options, redirect: "manual" });
    expect([publishResponse.status, publishResponse.headers.get("Location")]).toEqual([303, "/desk/publish"]);
    const publishing = await readNow("/desk/publish");
    expect(publishing).toMatch(/正在发布……[^]*已用 \d+ 秒/);
    expect(publishing).toContain(holder);
  } finally {
    lock.release();
  }
  const done = await open("/desk/publish");
  expect(done.headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
});
