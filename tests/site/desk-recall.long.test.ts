import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const desk = setUpDeskSite("zhou@qigu.example");
const { content, open, read } = desk;
const send = (fields: Record<string, string>) => desk.submit("/desk/batches/HQ-2601/recall", fields);

const path = "batch/HQ-2601.yaml";
const draft = join(content, path);
const readPublished = (name = path) => {
  const folder = openReleaseFolder(join(content, "../data")).getPublishedContent()!;
  return readFileSync(join(folder, name), "utf8");
};

const form = {
  date: "2026-02-20",
  level: "2",
  "reason.cn": "复检水分 14.2%。",
  "reason.en": "Moisture 14.2% when tested again.",
  "advice.cn": "请停止使用。\r\n请联系我们。",
  "advice.en": "Stop using it.",
};
const recalled = {
  date: "2026-02-20",
  level: 2,
  reason: { cn: "复检水分 14.2%。", en: "Moisture 14.2% when tested again." },
  advice: { cn: "请停止使用。\n请联系我们。", en: "Stop using it." },
};

test("the overview links to the batches, where a number in any spelling opens its batch", async () => {
  expect(await read("/desk")).toContain('<a href="/desk/batches">批次：检验结果或召回</a>');
  expect((await open("/desk/batches?number=批号： hq２601")).headers.get("Location")).toBe("/desk/batches/HQ-2601");
  expect(await read("/desk/batches?number=HQ9999")).toContain("没有批号 HQ9999");
  expect((await open("/desk/batches/HQ9999/recall")).status).toBe(404);
  const page = await read("/desk/batches/HQ-2601/recall");
  expect(page).toContain("召回 HQ-2601 · 黄芪</h1>");
  expect(page).toMatch(/name="level" value="1"\/>一级：使用该药品可能或者已经引起严重健康危害/);
  expect(page).toMatch(/type="date".*value="\d{4}-\d\d-\d\d"/);
  expect(page).not.toContain("<script");
});

test("a recall that is saved but not published is marked as unpublished, and can be published", async () => {
  const before = readFileSync(draft, "utf8");
  writeFileSync(
    draft,
    `${before}recalled:\n  date: 2026-02-20\n  level: 2\n  reason: { cn: a, en: a }\n  advice: { cn: a, en: a }\n`,
  );
  const page = await read("/desk/batches/HQ-2601");
  expect(page).toContain("召回已经保存，还没有发布，访客看不到。");
  expect(page).toContain("发布这一批的召回 …");
  expect(page).not.toContain("已召回");
  expect(await read("/desk/batches/HQ-2601/recall")).toMatch(/召回已经保存，还没有发布.*>召回并发布</s);
  writeFileSync(draft, before);
});

test("a recall is published alone and immediately, despite drafts and mistakes in other files and in the batch's file", async () => {
  const publishedText = readPublished();
  const editedText = `# a comment\n${publishedText.replace("8.1%", "8.3%")}`;
  writeFileSync(draft, editedText);
  writeFileSync(join(content, "settings/cn.yaml"), "phone: [\n");
  const incompleteResponse = await send({ ...form, "reason.en": " " });
  expect([incompleteResponse.status, await incompleteResponse.text()]).toEqual([
    422,
    expect.stringContaining("原因和处理办法中英文都要写"),
  ]);
  expect([readFileSync(draft, "utf8"), readPublished()]).toEqual([editedText, publishedText]);

  const response = await send(form);
  expect(response.headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=recalled$/);
  expect(parse(readPublished())).toEqual({ ...parse(publishedText), recalled });
  expect(readPublished().startsWith(publishedText.trimEnd())).toBe(true);
  expect(readFileSync(draft, "utf8").startsWith(editedText.trimEnd())).toBe(true);
  expect(parse(readFileSync(draft, "utf8"))).toMatchObject({ recalled });
  expect(readPublished("settings/cn.yaml")).not.toContain("phone: [");
  await expect
    .poll(desk.site.output)
    .toMatch(/"account":1,"path":"batch\/HQ-2601.yaml","outcome":"published","msg":"desk: recall"/);
  // The desk lists the account that saved the recall.
  expect(await read("/desk")).toMatch(/HQ-2601[^<]*zhou@qigu\.example/);
  expect(await read("/desk/publish")).toMatch(/HQ-2601.*<del>8\.1%<\/del> → <ins>8\.3%/s);
});

test("the page of a recalled batch begins with the recall, and the recall form contains the recorded values", async () => {
  const page = await read("/desk/batches/HQ-2601");
  expect(page).toMatch(
    /<h1>批次 HQ-2601<\/h1>(?:<p class="notice[^>]*>[^<]*<\/p>)?<p class="notice"><span data-state="recalled">已召回，请停止使用。\n请联系我们。召回日期 2026-02-20，原因：复检水分 14\.2%。/,
  );
  expect(page).toContain("更正这一批的召回");
  const recall = await read("/desk/batches/HQ-2601/recall");
  expect(recall).toContain("更正召回 HQ-2601 · 黄芪</h1>");
  expect(recall).toMatch(/type="date"[^>]*value="2026-02-20"/);
  expect(recall).toMatch(/name="level"(?=[^>]*value="2")[^>]*checked/);
  for (const text of [
    "复检水分 14.2%。",
    "Moisture 14.2% when tested again.",
    "请停止使用。\n请联系我们。",
    "Stop using it.",
  ])
    expect(recall).toContain(`${text}</textarea>`);
  expect(await read("/desk/batches/HQ-2512")).toMatch(
    /<p class="notice"><span data-state="unreleased">未放行，请勿使用，请与我们联系</,
  );
  const english = { headers: { Cookie: `${desk.Cookie}; desk_language=en` } };
  const other = await (await fetch(`${desk.site.origin}/desk/batches/HQ-2601`, english)).text();
  expect(other).toContain("Recalled. Stop using it. Recalled on 2026-02-20: Moisture");
});

test("a recall is corrected in the form that made it, even while the batch's draft isn't valid YAML", async () => {
  writeFileSync(draft, "product: [\n");
  expect((await send({ ...form, level: "1" })).headers.get("Location")).toContain("recalled");
  expect(parse(readPublished())).toMatchObject({ product: "huang-qi", recalled: { ...recalled, level: 1 } });
  expect(readFileSync(draft, "utf8")).toMatch(/^product: \[\nrecalled:\n {2}date: 2026-02-20\n {2}level: 1\n/);
});

test("the confirmation of an undo warns if the undo also withdraws a recall", async () => {
  const [, back] = /href="(\/desk\/releases\/[^"]+\?back)"/.exec(await read("/desk/publish"))!;
  const question = await read(back!);
  const all = [...(await read("/desk/releases")).matchAll(/href="(\/desk\/releases\/[^"?]+)"/g)].map(
    ([, path]) => path!,
  );
  expect(await read(`${all.at(-1)!}?back`)).toContain("这也会撤销召回：批次 · HQ-2601");
  expect(question).not.toContain("这也会撤销召回");
});

test("a recall is ended by one button on the batch's page, which publishes this alone", async () => {
  writeFileSync(draft, `# a draft\n${readPublished()}`);
  expect(await read("/desk/batches/HQ-2601")).toMatch(/value="end"[^>]*>撤销召回并发布</);
  expect((await send({ intent: "end" })).headers.get("Location")).toMatch(/\?notice=unrecalled$/);
  for (const text of [readPublished(), readFileSync(draft, "utf8")]) expect(parse(text)).not.toHaveProperty("recalled");
  expect(readPublished()).not.toContain("# a draft");
  expect(await read("/desk/batches/HQ-2601")).not.toContain("撤销召回");
});
