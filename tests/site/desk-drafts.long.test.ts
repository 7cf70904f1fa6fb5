import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getContentPath } from "#app/i18n/urls.ts";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

// A product, a batch and a plain page are hidden because they are drafts, and the news because it is scheduled.
const hidden: [ContentKind, string][] = [
  ["product", "dang-gui"],
  ["batch", "HQ-2601"],
  ["page", "privacy"],
  ["news", "how-to-decoct"],
];
const desk = setUpDeskSite("zhou@qigu.example", (content) => {
  for (const item of ["product/dang-gui", "page/privacy"]) addFields(join(content, item, "index.cn.md"), "draft: true");
  appendFileSync(join(content, "batch/HQ-2601.yaml"), "\ndraft: true\n");
  addFields(join(content, "news/how-to-decoct/index.cn.md"), "from: 2099-01-01T00:00:00Z");
  // Each of these drafts must stay hidden while other drafts are shared.
  for (const id of ["san-qi", "shan-yao"]) {
    const file = join(content, `product/${id}/index.cn.md`);
    addFields(file, "draft: true");
    appendFileSync(file, `\n[报告](/files/${id}.pdf)\n`);
    mkdirSync(join(content, "files"), { recursive: true });
    writeFileSync(join(content, `files/${id}.pdf`), "%PDF-1.7 %%EOF");
  }
});
const { content, open, read, visit } = desk;
const readPage = (id: string) => desk.readAsVisitor(`/product/info/${id}`);

/** Submits the publish form. @param chosen names of the parts whose boxes are checked */
async function submit(intent: string, chosen: readonly string[], page?: string) {
  const shown = page ?? (await read("/desk/publish"));
  const list = (name: string, html = "") =>
    Array.from(html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, "g")), ([, part]) => [name, part!]);
  const parts = [...list("shown", shown), ...chosen.map((part) => ["part", part]), ...list("needed", page)];
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
  const page = await read("/desk/publish");
  expect(page).toContain("有 1 处错误");
  expect(listBoxes(page)).toEqual([["product/gan-cao", "product/huang-qi"], []]);
  expect((await submit("publish", [])).headers.get("Location")).toBe("/desk/publish?notice=noneChosen");
  expect(await (await submit("publish", ["product/gan-cao", "product/huang-qi"])).text()).toContain("处错误");

  const { headers } = await submit("publish", ["product/huang-qi"]);
  expect(headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=published$/);
  expect(await read(headers.get("Location")!)).toContain('<a href="/desk/publish">另有 1 项没有发布</a>');
  await expect.poll(() => readPage("huang-qi")).toContain("急需更正的一段。");
  // An unselected part stays unselected when it is edited again, and its mistakes are folded.
  const nextPage = await read("/desk/publish");
  expect(listBoxes(nextPage)).toEqual([[], ["product/gan-cao"]]);
  expect(nextPage).toContain("<details><summary>没有勾选的 1 项有 1 处错误，不影响其余。</summary>");
  expect(nextPage).not.toContain("改好后才能发布");
  await expect.poll(() => read("/desk")).toContain("还没有发布的修改：1 项");
  writeFileSync(join(content, ganCao), `${valid}\n草稿的一段。\n`);
  expect(listBoxes(await read("/desk/publish"))).toEqual([[], ["product/gan-cao"]]);
  expect(await readPage("gan-cao")).not.toContain("草稿的一段。");
  writeFileSync(join(content, ganCao), valid);
  expect(await read("/desk/publish")).toContain("没有未发布的修改");
  // After a part is discarded, its next edit is selected again.
  change(ganCao, (text) => `${text}\n后来的一段。\n`);
  expect(listBoxes(await read("/desk/publish"))).toEqual([["product/gan-cao"], []]);
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
  expect(listBoxes(await read("/desk/publish"))).toEqual([[], ["product/huang-qi"]]);
  rmSync(join(content, herb));
  writeFileSync(join(content, ganCao), valid);
});

test("changes since the page was rendered aren't published", async () => {
  const before = await read("/desk/publish");
  await submit("publish", listBoxes(before).flat(), before);
  change(huangQi, (text) => `${text}\n看过的一段。\n`);
  const page = await read("/desk/publish");
  const valid = readFileSync(join(content, ganCao), "utf8");
  change(ganCao, (text) => `${text}\n没有看过的一段。\n`);
  await submit("publish", ["product/huang-qi"], page);
  await expect.poll(() => readPage("huang-qi")).toContain("看过的一段。");
  expect(await readPage("gan-cao")).not.toContain("没有看过的一段。");
  // The part is new on the page, so its box is checked.
  const nextPage = await read("/desk/publish");
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
  expect(await read("/desk/publish")).toContain(time);
  const { headers } = await submit("publish", ["product/gan-cao", "product/huang-qi"]);
  const release = await read(headers.get("Location")!);
  expect(release).toContain("定了时间的，到时间才能看到");
  expect(release).toContain(time);
  expect(release).toContain(`${desk.site.origin}/product/info/huang-qi`);
  expect(release).not.toContain("/product/info/gan-cao");
  await expect.poll(() => read("/desk/items")).toMatch(/上架和下架<.*甘草.{0,20}<strong>2096-11-30 09:00 起可见/s);
  expect(await read("/desk/items?q=%E2%80%8Bgan-cao")).toContain(`/product/info/gan-cao · ${time}`);
  writeFileSync(join(content, ganCao), valid);
});

test("visitors see neither a draft nor links to it, even with `?preview=1`", async () => {
  for (const path of hidden.map(([kind, id]) => getContentPath(kind, id)))
    for (const suffix of ["", ".data", "?preview=1"]) expect((await visit(path + suffix)).status).toBe(404);
  for (const path of ["/", "/contact-us", "/quotation", "/login", "/en/contact-us", "/search?q=隐私"])
    expect(await (await visit(path)).text(), path).not.toContain("page/privacy");
  expect(await (await visit("/product/list")).text()).not.toContain("dang-gui");
});

test("the desk previews drafts privately, and lists leave them out", async () => {
  appendFileSync(join(content, "page/privacy/index.cn.md"), "\n一段新的话。\n");
  const [, preview] = /href="(\/desk\/preview\/[^/]+)\//.exec(await read("/desk/publish"))!;
  for (const prefix of ["", "/en"])
    for (const [kind, id] of hidden) {
      const page = await open(preview + prefix + getContentPath(kind, id));
      expect([id, page.status, page.headers.get("Cache-Control")]).toEqual([id, 200, "private, no-store"]);
    }
  expect(await read(`${preview}/product/list`)).not.toContain("dang-gui");
  const certificate = await read(`${preview}/batch/HQ-2601/certificate`);
  const [, sources = ""] = /srcSet="([^"]*drawn-pages[^"]*)"/.exec(certificate)!;
  for (const [path] of sources.split(", ").map((source) => source.split(" "))) {
    expect(path!.startsWith(`${preview}/files/`)).toBe(true);
    expect((await open(path!)).status).toBe(200);
  }
  expect((await visit(preview + getContentPath("product", "dang-gui"))).status).toBe(303);
});

test("a preview passes the query of its URL on to the page", async () => {
  const preview = "/desk/preview/published";
  const all = await read(`${preview}/product/list`);
  const found = await read(`${preview}/product/list?keyword=${encodeURIComponent("黄芪")}`);
  expect([all.includes("huang-qi"), all.includes("ju-hua")]).toEqual([true, true]);
  expect([found.includes("huang-qi"), found.includes("ju-hua")]).toEqual([true, false]);
  expect(await read(`${preview}/search?q=${encodeURIComponent("黄芪")}&x=%26`)).toContain('value="黄芪"');
});

const post = (fields: Record<string, string>) => desk.submit("/desk/publish", fields);
const findLink = async () =>
  new RegExp(`href="${desk.site.origin}(/desk/shared/[^"]+)"`).exec(await read("/desk/publish"))?.[1];

test("a shared link shows one draft, and nothing else, until the link is withdrawn", async () => {
  appendFileSync(join(content, "product/huang-qi/index.cn.md"), "\n只给同事看的一段。\n");
  appendFileSync(join(content, "product/gan-cao/index.cn.md"), "\n别的草稿。\n");
  const fields = { intent: "share", part: "product/huang-qi", path: "/product/info/huang-qi", title: "黄芪" };
  expect((await post(fields)).headers.get("Location")).toBe("/desk/publish?notice=shared");
  const link = (await findLink())!;
  const base = link.slice(0, -"/product/info/huang-qi".length);

  const page = await visit(link);
  const html = await page.text();
  expect([page.status, html.includes("只给同事看的一段。")]).toEqual([200, true]);
  expect(html).toMatch(/<p role="note"[^>]*>预览：其中有还没有发布的草稿。这个链接 .+ 前有效。<\/p>/);
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");

  // Links and forms stay under the draft's path, in both languages.
  const paths = [...html.matchAll(/<(?:a|form) [^>]*(?:href|action)="(\/[^"]*)"/g)].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !path.startsWith(`${base}/`))).toEqual([]);
  const other = await visit(paths.find((path) => path.includes("/language/en"))!);
  expect([other.status, other.headers.get("Location")]).toEqual([303, `${base}/en/product/info/huang-qi`]);
  expect(other.headers.get("Content-Type")).toBeNull();
  expect(await (await visit(`${base}/en/product/info/huang-qi`)).text()).toContain(
    "Preview with a draft that isn’t published yet.",
  );

  // The link opens neither another draft nor another page that isn't public.
  expect(await (await visit(`${base}/product/info/gan-cao`)).text()).not.toContain("别的草稿。");
  expect((await visit(`${base}/product/info/san-qi`)).status).toBe(404);
  expect(await (await visit("/product/info/huang-qi")).text()).not.toContain("只给同事看的一段。");

  // Later edits aren't visible until a new link replaces the former one.
  appendFileSync(join(content, "product/huang-qi/index.cn.md"), "\n再改的一段。\n");
  expect(await (await visit(link)).text()).not.toContain("再改的一段。");
  await post(fields);
  const newLink = (await findLink())!;
  expect(await (await visit(newLink)).text()).toContain("再改的一段。");
  for (const wrongLink of [
    link,
    newLink.replace("/product/", ".x.y/product/"),
    newLink.replace(/\.\w{4}/, ".aaaa"),
    "/desk/shared/x/product/list",
  ]) {
    const endedResponse = await visit(wrongLink);
    expect([endedResponse.status, (await endedResponse.text()).includes("已经到期或被收回")]).toEqual([404, true]);
  }

  await expect.poll(desk.site.output).toContain('"path":"/desk/shared/","status":404');
  const [, , , token = ""] = base.split("/");
  for (const address of [`${base}/%ff`, `/desk/${token}`, `/en${base}/`, `/${token}/last`]) await visit(address);
  await expect.poll(desk.site.output).toContain("/last");
  expect(desk.site.output()).not.toContain(token.split(".").at(-1));

  const id = /name="id" value="([^"]+)"/.exec(await read("/desk/publish"))![1]!;
  expect((await post({ intent: "unshare", id })).headers.get("Location")).toBe("/desk/publish?notice=unshared");
  expect((await visit(newLink)).status).toBe(404);
  expect(await findLink()).toBeUndefined();
});

test("a shared link shows the files that its draft names, but not those of other drafts", async () => {
  appendFileSync(join(content, "product/san-qi/index.cn.md"), "\n新的一段。\n");
  await post({ intent: "share", part: "product/san-qi", path: "/product/info/san-qi", title: "三七" });
  const link = (await findLink())!;
  const files = new URL("../../files/", desk.site.origin + link);
  expect((await visit(link)).status).toBe(200);
  const open = async (name: string) => (await fetch(new URL(name, files))).status;
  expect([await open("san-qi.pdf"), await open("shan-yao.pdf")]).toEqual([200, 404]);
  await post({ intent: "unshare", id: /name="id" value="([^"]+)"/.exec(await read("/desk/publish"))![1]! });
});

test("a part without drafts can't be shared", async () => {
  const answer = await post({ intent: "share", part: "product/none", path: "/product/info/none", title: "无" });
  expect(answer.headers.get("Location")).toBe("/desk/publish?notice=notShared");
});

test("a shared link expires after seven days, and shows the draft with the other drafts that it needs", async () => {
  const herb = readFileSync(join(content, "herbs/zhi-gan-cao.yaml"), "utf8");
  writeFileSync(join(content, "herbs/new-herb.yaml"), herb);
  const file = join(content, "prescription/gui-zhi-tang/index.cn.md");
  writeFileSync(file, readFileSync(file, "utf8").replace("herb: zhi-gan-cao", "herb: new-herb"));
  const path = "/prescription/info/gui-zhi-tang";
  const answer = await post({ intent: "share", part: "prescription/gui-zhi-tang", path, title: "桂枝汤" });
  expect([answer.status, await answer.text()]).toEqual([303, ""]);
  const link = (await findLink())!;
  expect((await visit(link)).status).toBe(200);

  const releases = join(desk.DATA_DIR, "releases");
  const detailsFile = join(
    releases,
    readdirSync(releases).find((name) => name.startsWith("shared-"))!,
    "shared.json",
  );
  const draft = JSON.parse(readFileSync(detailsFile, "utf8")) as { until: string };
  expect(Date.parse(draft.until) - Date.now()).toBeGreaterThan(6.9 * 24 * 3600_000);
  writeFileSync(detailsFile, JSON.stringify({ ...draft, until: new Date(Date.now() - 1000).toISOString() }));
  expect((await visit(link)).status).toBe(404);
  // Truncates the file, as a power cut may.
  writeFileSync(detailsFile, '{"part":');
  expect([(await visit(link)).status, await findLink()]).toEqual([404, undefined]);
});

test("invalid links have a rate limit of their own, so that valid links still open", async () => {
  await post({ intent: "share", part: "product/huang-qi", path: "/product/info/huang-qi", title: "黄芪" });
  const link = (await findLink())!;
  const statuses = new Set<number>();
  for (let n = 0; n <= actionLimits.unknownDraft.maxPerSender; n++)
    statuses.add((await visit(`/desk/shared/${n}/product/list`)).status);
  expect([...statuses, (await visit(link)).status]).toEqual([404, 429, 200]);
});
