import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

// Each of these drafts must stay hidden while other drafts are shared.
const desk = setUpDeskSite("zhou@qigu.example", (content) => {
  for (const id of ["san-qi", "shan-yao"]) {
    const file = join(content, `product/${id}/index.cn.md`);
    addFields(file, "draft: true");
    appendFileSync(file, `\n[报告](/files/${id}.pdf)\n`);
    mkdirSync(join(content, "files"), { recursive: true });
    writeFileSync(join(content, `files/${id}.pdf`), "%PDF-1.7 %%EOF");
  }
});
const { content, visit } = desk;

const openDesk = () => desk.read("/desk/publish");
const post = (fields: Record<string, string>) => desk.submit("/desk/publish", fields);
const findLink = async () => new RegExp(`href="${desk.site.origin}(/desk/shared/[^"]+)"`).exec(await openDesk())?.[1];

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

  const id = /name="id" value="([^"]+)"/.exec(await openDesk())![1]!;
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
  await post({ intent: "unshare", id: /name="id" value="([^"]+)"/.exec(await openDesk())![1]! });
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
