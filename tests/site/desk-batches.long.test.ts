import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";
import type { Fields } from "#tests/setup/desk/fetch-at-desk.ts";

const desk = setUpDeskSite("li@qigu.example");
const { content, open, read } = desk;
const send = async (fields: Fields, path = "/desk/batches/new") => {
  const response = await desk.submit(path, fields);
  return { status: response.status, location: response.headers.get("Location"), text: await response.text() };
};
const getFile = (number: string) => join(content, `batch/${number}.yaml`);

const rows = "性状 | | 应符合规定 | 符合规定\r\n水分 | | ≤10.0% | 9.2%\r\n铅 | Lead | ≤5 mg/kg | 0.6 mg/kg";
const form = {
  number: "批号： hq 2602",
  product: "huang-qi",
  produced: "2026-01-20",
  released: "2026-02-01",
  bestBefore: "2028-01",
  rows,
};

test("the overview begins with links to write news or a batch, and ends with the settings that the operator should set", async () => {
  const texts = ["写新闻", "新建批次", "今天新来 0 条", "没有未发布", "请网站管理员设置"];
  // Until the content has been checked, the overview has another text in place of the fourth.
  await expect
    .poll(async () => (await read("/desk")).match(new RegExp(texts.join("|"), "g"))!.slice(0, 5))
    .toEqual(texts);
  const page = await read("/desk");
  expect(page).toContain('href="/desk/content?form=news%2Fnew"');
  expect(await read("/desk/content?form=news/new")).toContain('src="/desk/content/editor#/collections/news/new"');
});

test("the newest batches are listed with their states", async () => {
  const page = await read("/desk/batches");
  expect(page).toMatch(/href="\/desk\/batches\/HQ-2601".*黄芪.*<span data-state="released">已放行/s);
});

test("the form for a new batch is prefilled with its number, lists products by name, and translates rows without English", async () => {
  const page = await read("/desk/batches/new?number=HQ2602");
  expect(page).toMatch(/name="number"[^>]*value="HQ2602".*<option value="huang-qi">黄芪.*name="rows"/s);
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/desk/editor/keep-unsaved.js">']);
  expect(page).toContain('data-unsaved="new" data-account="li@qigu.example"');
  const { location } = await send(form);
  expect(location).toBe("/desk/batches/HQ2602?notice=saved");
  expect(parse(readFileSync(getFile("HQ2602"), "utf8"))).toEqual({
    product: "huang-qi",
    produced: "2026-01-20",
    released: "2026-02-01",
    bestBefore: "2028-01",
    results: [
      {
        test: { cn: "性状", en: "Appearance" },
        limit: { cn: "应符合规定", en: "As the monograph describes" },
        result: { cn: "符合规定", en: "Complies" },
      },
      { test: { cn: "水分", en: "Moisture" }, limit: { cn: "≤10.0%" }, result: { cn: "9.2%" } },
      { test: { cn: "铅", en: "Lead" }, limit: { cn: "≤5 mg/kg" }, result: { cn: "0.6 mg/kg" } },
    ],
  });
  // A double tap sends the form twice.
  expect((await send(form)).location).toBe(location);
  const savedPage = await read(location!);
  expect(savedPage).toContain("已保存，还没有发布");
  expect(savedPage).toMatch(
    /href="\/desk\/batches\/HQ2602\/recall".*form=batch%2Fentries%2FHQ2602.*href="\/desk\/publish"/s,
  );
  expect(await read("/desk/publish")).toMatch(/新增.*HQ2602.*li@qigu\.example/s);
  expect(await read("/desk/batches")).toMatch(
    /HQ2602<\/strong>.{0,20}黄芪<\/a><span class="note">还没有发布<.*HQ-2601/s,
  );
});

test("a used or invalid number, and invalid fields, are reported, and the entered rows are kept", async () => {
  const takenResponse = await send({ ...form, number: "HQ26O1" });
  expect([takenResponse.status, takenResponse.text]).toEqual([422, expect.stringContaining("已有批号 HQ-2601")]);
  expect(takenResponse.text).toMatch(/铅 \| Lead \| ≤5 mg\/kg \| 0\.6 mg\/kg<\/textarea>/);
  const invalidResponse = await send({
    ...form,
    number: "../x",
    produced: "2999-01-01",
    bestBefore: "soon",
    product: "",
  });
  expect(invalidResponse.status).toBe(422);
  expect(invalidResponse.text).toMatch(/批号 \.\.\/X 不能用.*产品: 不能是空的.*保质期至: 要写成日期/s);
  expect((await send({ ...form, number: "9".repeat(1000) })).text).toMatch(/批号 9{60} 不能用/);
  const futureResponse = await send({ ...form, number: "HQ2603", produced: "2999-01-01" });
  expect(futureResponse.text).toContain("生产日期: ");
  const ambiguousResponse = await send({
    ...form,
    number: "HQ2603",
    rows: "铅 | Lead | ≤5 | 1\n铅 | Lead | ≤5 | 2\n汞 | 1\n砷 | Arsenic | ≤2 | |",
  });
  expect(ambiguousResponse.text).toMatch(/分不清各栏.*汞 \| 1.*检验结果 3 结果: 缺少这一项/s);
  const duplicateResponse = await send({ ...form, number: "HQ2603", rows: "铅 | Lead | ≤5 | 1\n铅 | Lead | ≤5 | 2" });
  expect(duplicateResponse.text).toMatch(/检验结果 2: “铅, Lead”已经有了/);
  const manyRows = Array.from({ length: 301 }, (_, index) => `T${index}|1|0`).join("\n");
  const longResponse = await send({ ...form, number: "HQ2603", rows: manyRows, intent: "anyway" });
  expect([longResponse.status, longResponse.text]).toEqual([
    422,
    expect.stringContaining("一次最多 300 行，这里有 301 行"),
  ]);
  expect(longResponse.text).toContain("T300|1|0</textarea>");
  expect(existsSync(getFile("HQ2603"))).toBe(false);
});

test("above each column of a pasted table its contents are chosen, which the desk remembers for the same heading", async () => {
  const table = {
    ...form,
    number: "HQ2605",
    rows: "项次\t检验项目\t标准\t结果(%)\t单项判定\n1\t水分\t≤10.0%\t9.2\t合格",
  };
  const asked = await send({ ...table, intent: "anyway" });
  expect([asked.status, asked.text]).toEqual([422, expect.stringContaining("请在每一栏上面选它是什么")]);
  const listChosen = (text: string) =>
    [...text.matchAll(/<option value="(\w+)" selected=""/g)]
      .map(([, role]) => role)
      .filter((role) => role !== "huang-qi");
  expect(listChosen(asked.text)).toEqual(["ignored", "test", "ignored", "ignored", "ignored"]);
  expect(asked.text).toMatch(/<td>≤10\.0%<\/td>.*name="hasHeading" checked=""/s);
  const choose = (roles: readonly string[], heading = "项次\t检验项目\t标准\t结果(%)\t单项判定") =>
    send([
      ...Object.entries({ ...table, heading, hasHeading: "on" }),
      ...roles.map((role): [string, string] => ["column", role]),
    ]);
  const roles = ["ignored", "test", "limit", "result", "verdict"];
  expect((await choose(["ignored", "test", "test", "result", "verdict"])).text).toContain("检验项目和结果各要选一栏");
  expect((await choose(roles, "another")).text).toContain("请在每一栏上面选它是什么");
  expect((await choose(roles)).location).toBe("/desk/batches/HQ2605?notice=saved");
  expect(parse(readFileSync(getFile("HQ2605"), "utf8"))).toMatchObject({
    results: [{ test: { cn: "水分", en: "Moisture" }, limit: { cn: "≤10.0%" }, result: { cn: "9.2%" } }],
  });
  expect(listChosen((await send({ ...table, number: "HQ2606" })).text)).toEqual(roles);
});

test("an unknown word and a result outside its limit are reported by row, and can be saved unchanged", async () => {
  const unusualForm = {
    ...form,
    number: "HQ2604",
    rows: "水分 | ≤10.0% | 12.0%\n新项目 | ≤5 | 1\n铅 | ≤5 mg/kg | 1 mg/L",
  };
  const remarksResponse = await send(unusualForm);
  expect(remarksResponse.status).toBe(422);
  expect(remarksResponse.text).toMatch(
    /第 1 项 水分：结果超出限度.*第 2 项 新项目：这几个词没有英文：新项目，.*第 3 项 铅：结果无法与限度比对/s,
  );
  expect(remarksResponse.text).toContain("水分 | ≤10.0% | 12.0%\n新项目 | ≤5 | 1\n铅 | ≤5 mg/kg | 1 mg/L</textarea>");
  expect(remarksResponse.text).toContain("共 3 项：1 项在限度内，1 项超出限度，1 项未比对。");
  expect(remarksResponse.text).toContain("<td>水分 · Moisture</td><td>≤10.0%</td><td>12.0%</td><td>✕ 超出限度</td>");
  expect((await send({ ...unusualForm, intent: "anyway" })).status).toBe(303);
  expect(parse(readFileSync(getFile("HQ2604"), "utf8"))).toMatchObject({
    results: [{}, { test: { cn: "新项目" } }, {}],
  });
  expect(await read("/desk/batches/HQ2604")).toContain(
    'data-state="outside">已放行，检验结果超出限度，使用前请与我们联系<',
  );
  const tick = /<input type="checkbox" name="accepted" value="铅 \| Lead \| ≤5 mg\/kg \| 1 mg\/L"\/>未比对/;
  expect(await read("/desk/batches/HQ2604")).toMatch(tick);
  const [, version = ""] = /name="version" value="(\w+)"/.exec(await read("/desk/batches/HQ2604"))!;
  const ticked = { rows: unusualForm.rows, version, intent: "anyway", accepted: "铅 | Lead | ≤5 mg/kg | 1 mg/L" };
  expect((await send(ticked, "/desk/batches/HQ2604")).status).toBe(303);
  expect(parse(readFileSync(getFile("HQ2604"), "utf8"))).toMatchObject({ results: [{}, {}, { accepted: true }] });
});

test("saving a batch's rows keeps the other lines of its file, and doesn't overwrite a colleague's edit", async () => {
  const before = readFileSync(getFile("HQ-2601"), "utf8");
  const commentedText = before.replace("product:", "# a comment\nproduct:");
  writeFileSync(getFile("HQ-2601"), commentedText);
  expect((await open("/desk/batches?number=hq2601")).headers.get("Location")).toBe("/desk/batches/HQ-2601");
  expect(await read("/desk/batches?number=HQ9")).toContain('href="/desk/batches/new?number=HQ9"');
  const page = await read("/desk/batches/HQ-2601");
  const [, shownRows = ""] = /<textarea[^>]*name="rows"[^>]*>([^<]*)</.exec(page) ?? [];
  expect(shownRows).toBe("性状 | Appearance | 应符合规定 | 符合规定\n水分 | Moisture | ≤10.0% | 8.1%");
  const [, version = ""] = /name="version" value="(\w+)"/.exec(page)!;
  const change = (fields: Record<string, string>) => send(fields, "/desk/batches/HQ-2601");
  const staleResponse = await change({ rows: shownRows.replace("8.1%", "8.4%"), version: "0" });
  expect([staleResponse.status, staleResponse.text]).toEqual([409, expect.stringContaining("已被别人改过")]);
  expect((await change({ rows: shownRows.replace("8.1%", "8.4%"), version })).status).toBe(303);
  expect(readFileSync(getFile("HQ-2601"), "utf8")).toBe(commentedText.replace("{ cn: 8.1% }", "{cn: 8.4%}"));
  writeFileSync(getFile("HQ-2601"), before);
  expect((await open("/desk/batches/HQ9")).status).toBe(404);
});

test("a batch file that isn't valid YAML stays unchanged, and its page links to the editor", async () => {
  const before = readFileSync(getFile("HQ-2512"), "utf8");
  writeFileSync(getFile("HQ-2512"), "product: [\n");
  const page = await read("/desk/batches/HQ-2512");
  expect(page).toMatch(/读不出来.*form=batch%2Fentries%2FHQ-2512/s);
  expect(page).not.toContain("<textarea");
  const rows = "铅 | Lead | ≤5 | 1";
  expect((await send({ rows }, "/desk/batches/HQ-2512")).text).toContain("读不出来");
  expect(readFileSync(getFile("HQ-2512"), "utf8")).toBe("product: [\n");
  writeFileSync(getFile("HQ-2512"), before);
});

const recall = (fields: Record<string, string>) => desk.submit("/desk/batches/HQ-2601/recall", fields);

const path = "batch/HQ-2601.yaml";
const draft = join(content, path);
const readPublished = (name = path) => {
  const folder = openReleaseFolder(join(content, "../data")).getPublishedContent()!;
  return readFileSync(join(folder, name), "utf8");
};

const recallForm = {
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
  expect(page).toContain('data-unsaved="recall HQ-2601 · 黄芪"');
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
  for (const [fields, problem] of [
    [{ "reason.cn": " " }, "原因和处理办法要写中文"],
    [{ date: "2062-02-20" }, "请看年份"],
    [{ date: "2026-01-01" }, "生产日期（2026-01-12）"],
  ] as const) {
    const refused = await recall({ ...recallForm, ...fields });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(problem)]);
  }
  expect([readFileSync(draft, "utf8"), readPublished()]).toEqual([editedText, publishedText]);

  const response = await recall(recallForm);
  expect(response.headers.get("Location")).toMatch(/^\/desk\/releases\/[\w-]+\?notice=recalled$/);
  expect(await read(response.headers.get("Location")!)).toContain("已召回并发布");
  const linked = { Cookie: desk.Cookie, "Sec-Fetch-Site": "none" };
  const opened = await fetch(`${desk.site.origin}/desk?notice=recalled`, { headers: linked });
  expect(await opened.text()).not.toContain("已召回并发布");
  expect(parse(readPublished())).toEqual({ ...parse(publishedText), recalled });
  expect(readPublished().startsWith(publishedText.trimEnd())).toBe(true);
  expect(readFileSync(draft, "utf8").startsWith(editedText.trimEnd())).toBe(true);
  expect(parse(readFileSync(draft, "utf8"))).toMatchObject({ recalled });
  expect(readPublished("settings/cn.yaml")).not.toContain("phone: [");
  await expect
    .poll(desk.site.output)
    .toMatch(/"account":1,"path":"batch\/HQ-2601.yaml","outcome":"published","msg":"desk: recall"/);
  // The desk lists the account that saved the recall.
  expect(await read("/desk")).toMatch(/HQ-2601[^<]*li@qigu\.example/);
  expect(await read("/desk/publish")).toMatch(/HQ-2601.*<del>8\.1%<\/del> → <ins>8\.3%/s);
});

test("the page of a recalled batch begins with the recall, and the recall form contains the recorded values", async () => {
  const page = await read("/desk/batches/HQ-2601");
  expect(page).toMatch(
    /<h1>批次 HQ-2601<\/h1>(?:<p class="notice[^>]*>[^<]*<\/p>)?<p class="notice problem"><span data-state="recalled">已召回，请停止使用。\n请联系我们。召回日期 2026-02-20，原因：复检水分 14\.2%。/,
  );
  expect(page).toContain("更正这一批的召回");
  const form = await read("/desk/batches/HQ-2601/recall");
  expect(form).toContain("更正召回 HQ-2601 · 黄芪</h1>");
  expect(form).toMatch(/type="date"[^>]*value="2026-02-20"/);
  expect(form).toMatch(/name="level"(?=[^>]*value="2")[^>]*checked/);
  for (const text of [
    "复检水分 14.2%。",
    "Moisture 14.2% when tested again.",
    "请停止使用。\n请联系我们。",
    "Stop using it.",
  ])
    expect(form).toContain(`${text}</textarea>`);
  expect(await read("/desk/batches/HQ-2512")).toMatch(
    /<p class="notice problem"><span data-state="unreleased">未放行，请勿使用，请与我们联系</,
  );
  const english = { headers: { Cookie: `${desk.Cookie}; desk_language=en` } };
  const other = await (await fetch(`${desk.site.origin}/desk/batches/HQ-2601`, english)).text();
  expect(other).toContain("Recalled. Stop using it. Recalled on 2026-02-20: Moisture");
});

test("a recall is corrected in the form that made it, even while the batch's draft isn't valid YAML", async () => {
  writeFileSync(draft, "product: [\n");
  expect((await recall({ ...recallForm, level: "1" })).headers.get("Location")).toContain("recalled");
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

test("the end of a recall is a question that needs a reason, and stays on the batch's page and in the feed", async () => {
  writeFileSync(draft, `# a draft\n${readPublished()}`);
  expect(await read("/desk/batches/HQ-2601")).toContain('<a href="/desk/batches/HQ-2601/recall?end">撤销召回 …</a>');
  expect(await read("/desk/batches/HQ-2601/recall?end")).toMatch(
    /2026-02-20.*复检水分.*name="endReason\.cn".*value="end"/s,
  );
  const end = (reason: string) =>
    desk.submit("/desk/batches/HQ-2601/recall?end", { intent: "end", "endReason.cn": reason });
  const refused = await end(" ");
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("请写明理由")]);
  expect(parse(readPublished())).toHaveProperty("recalled");
  expect((await end("复核无误")).headers.get("Location")).toMatch(/\?notice=unrecalled$/);
  const { advice: _advice, ...former } = { ...recalled, level: 1 };
  for (const text of [readPublished(), readFileSync(draft, "utf8")]) {
    expect(parse(text)).not.toHaveProperty("recalled");
    expect(parse(text)).toMatchObject({ formerRecalls: [{ ...former, endReason: { cn: "复核无误" } }] });
  }
  expect(readPublished()).not.toContain("# a draft");
  expect(await read("/desk/batches/HQ-2601")).not.toContain("撤销召回");
  await expect
    .poll(() => read("/en/batch/HQ-2601"))
    .toMatch(/Ended recall<.*20 February 2026.*lang="zh-CN">复核无误</s);
  expect(await read("/rss.xml")).toMatch(/召回已撤销：.*#ended-.*召回于 2026-02-20，撤销于/s);
});

test("publishing asks before it takes a recall back", async () => {
  expect((await recall(recallForm)).headers.get("Location")).toContain("recalled");
  writeFileSync(draft, readPublished().replace(/^recalled:\n(?: .*\n)+/m, ""));
  const fields = { part: path, unrecalled: path, shown: ` ${path}` };
  await expect.poll(() => read("/desk/publish")).toContain(`name="unrecalled" value="${path}"`);
  const asked = await desk.submit("/desk/publish", { ...fields, intent: "publish" });
  expect(await asked.text()).toMatch(
    /还没有发布：这也会撤销召回：批次 · HQ-2601.*value="unrecall"[^>]*>撤销召回并发布</s,
  );
  expect(parse(readPublished())).toHaveProperty("recalled");
  const published = await desk.submit("/desk/publish", { ...fields, intent: "unrecall" });
  expect(published.headers.get("Location")).toMatch(/^\/desk\/releases\//);
  expect(parse(readPublished())).not.toHaveProperty("recalled");
});
