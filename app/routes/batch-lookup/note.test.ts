import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LookupPageData } from "#app/loaders/batch-lookups.server.ts";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { setUpBackend } from "#tests/setup/site/site.ts";
import type { Note } from "./note.server.ts";
import * as batchLookup from "./route.tsx";

expectNoComplaints();

/** The tests' content, with a recalled batch, an expired one, and one with a result outside its limit. */
const content = createEditedContent();
const source = readFileSync(join(content, "batch/HQ-2512.yaml"), "utf8");
const addBatch = (id: string, text: string) => writeFileSync(join(content, `batch/${id}.yaml`), text);
addBatch(
  "RC-1",
  `${source}recalled:\n  date: 2026-11-20\n  level: 2\n  reason: { cn: 复检超出限度, en: Outside }\n  advice: { cn: 停用, en: Stop }\n`,
);
addBatch("EX-1", source.replace("bestBefore: 2027-12", "bestBefore: 2026-02"));
addBatch("OUT-1", `${source.replace("7.7%", "12.0%")}released: 2025-12-20\n`);
const caller = await setUpRouteCaller({}, content);

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T12:00:00+08:00") }));
afterEach(() => void vi.useRealTimers());

/** Data of the note, or of the form with its problem. */
type LoaderData = { data: Partial<LookupPageData> & { note?: Note }; init?: ResponseInit };

let visitors = 0;

const open = (text: string, prefix = "", clientAddress = `10.9.0.${++visitors}`) =>
  caller.load<LoaderData>(batchLookup.loader, `${prefix}/batch?${new URLSearchParams({ number: text })}`, {
    clientAddress,
  });

const listRows = (html: string) =>
  [...html.matchAll(/<tr>(?:(?!<tr>).)*<\/tr>/gs)].map(([row]) =>
    row.replace(/<!-- -->|<[^>]+>/g, "|").replace(/\|+/g, "|"),
  );

describe("several numbers", () => {
  test("each number has a row with its typed form and the known facts of its batch", async () => {
    const numbers = "hq2601\n批号：HQ-2512，RC-1、EX-1; OUT-1\nXX-1";
    const { data, init } = await open(numbers);
    expect([init?.status ?? 200, data.problem, data.number]).toEqual([200, undefined, numbers]);
    const html = await renderRoute(caller, batchLookup, `/batch?${new URLSearchParams({ number: numbers })}`);
    expect(listRows(html)).toEqual([
      "|批号|产品|状态|检验结果|保质期至|检验报告|",
      "|RC-1|黄芪|已召回（二级）|停用|2027年12月|",
      "|OUT-1|黄芪|已放行，检验结果超出限度|使用前请与我们联系|1 项中有 1 项超出限度|2027年12月|",
      "|EX-1|黄芪|已过保质期|请勿使用，请与我们联系|2026年2月|",
      "|批号：HQ-2512| |读作 HQ-2512|黄芪|未放行，请勿使用|请与我们联系|2027年12月|",
      "|hq2601| |读作 HQ-2601|黄芪|已放行|2 项检验均在限度内|2028年1月|检验报告（PDF）| |HQ-2601|",
      "|XX-1|没有这个批号|",
    ]);
    // Unusable batches are listed first, in the colour of warnings.
    expect(html).toContain(
      "1 批已召回：RC-1 · 1 批检验结果超出限度：OUT-1 · 1 批已过保质期：EX-1 · 1 批未放行，请勿使用：HQ-2512 · 1 批已放行 · 1 个批号没有找到：XX-1<",
    );
    const states = Array.from(html.matchAll(/<td><[^>]*data-state="(\w+)"/g), ([, state]) => state);
    expect(states).toEqual(["recalled", "outside", "expired", "unreleased", "released"]);
    expect(html).toContain("<td><strong>没有这个批号</strong></td>");
    // The print has the company's name, address and telephone, and the page's URL.
    expect(html).toMatch(
      /class="[^"]*address[^"]*">[^<]*岐谷[^<]+ · [^<]+ · \+?[\d -]+ · http[^<]+\/batch\?number=hq2601%0A/,
    );
    for (const link of ["/batch/RC-1", "/files/certificate-HQ250901.pdf", "/contact-us?about=batch/XX-1"])
      expect(html).toContain(`href="${link}"`);
    expect(html).toContain('name="robots" content="noindex');
    // The form has the visitor's text, so that it can be changed.
    expect(html).toMatch(/<textarea[^>]*name="number"[^>]*>\s*hq2601\n批号：HQ-2512/);
  });

  test("on an English page the table of numbers is in English", async () => {
    const html = await renderRoute(caller, batchLookup, "/en/batch?number=HQ-2601,RC-1,XX-1,YY-1");
    expect(listRows(html)).toEqual([
      "|Batch number|Product|State|Test results|Best before|Certificate|",
      "|RC-1|Huang qi (astragalus root)|Recalled (class 2)|Stop|December 2027|",
      "|HQ-2601|Huang qi (astragalus root)|Released|2 of 2 within limits|January 2028|Certificate (PDF)| |HQ-2601|",
      "|XX-1|No such batch|",
      "|YY-1|No such batch|",
    ]);
    expect(html).toContain("1 recalled: RC-1 · 1 released · 2 not found: XX-1, YY-1<");
    expect(html).toMatch(/Not found: XX-1 · YY-1\..*href="\/en\/contact-us\?about=batch\/XX-1%0AYY-1"/s);
  });

  test.each([
    "HQ-2601 5kg RC-1 20 kg",
    "20 kg RC-1, HQ-2601",
    "黄芪 RC1 20公斤 有效期 2027-12 黄芪 HQ26O1 2.5公斤",
    "RC-1\t黄芪\t20\nHQ-2601\t黄芪\t5kg",
  ])("both numbers are found in %j, and the recalled batch is first", async (text) => {
    const { data } = await open(text);
    expect(data.note?.rows[0]).toMatchObject({ id: "RC-1", verdict: "recalled" });
    expect(data.note?.rows.find(({ id }) => id === "HQ-2601")).toBeDefined();
    expect(data.note?.rows.filter(({ verdict }) => verdict === "unknown")).toEqual([]);
  });

  test("both numbers are found, and a repeated date is listed once as unrecognised", async () => {
    const path = `/batch?${new URLSearchParams({ number: "HQ-2601 黄芪 2027-12\nRC-1 20 kg 2027-12" })}`;
    const html = await renderRoute(caller, batchLookup, path);
    expect(listRows(html)).toHaveLength(3);
    expect(html).toContain("不像批号，没有列入：2027-12。");
  });

  test("the response is private and isn't stored", async () => {
    expect((await open("HQ-2601 HQ-2512")).init?.headers).toEqual({ "Cache-Control": "private, no-store" });
  });

  test("if a batch requires a login, its row has only a link to the login", async () => {
    const guardedSite = await createRouteCaller({ GUARDED_ROUTES: "/batch/HQ-2601" });
    const html = await renderRoute(guardedSite, batchLookup, "/en/batch?number=HQ-2601,hq2601,HQ-2512");
    expect(listRows(html).slice(1)).toEqual([
      expect.stringContaining("|December 2027|"),
      "|HQ-2601|Log in to see it|",
      // For another spelling not even the batch's existence is revealed.
      "|hq2601|No such batch|",
    ]);
    await guardedSite.dispose();
  });
});

test.each(["HQ-2601,", "\nHQ-2601\n", " 批号：HQ-2601；", "HQ-2601 5kg", "HQ2601 20 kg", "黄芪\tHQ-2601\t20"])(
  "%j counts as one number, and redirects to the batch",
  async (text) => {
    const response = (await open(text)) as unknown as Response;
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/batch/HQ-2601"]);
  },
);

test.each([
  ["", "您输入了 51 个"],
  ["/en", "you entered 51"],
])("%s/batch: 50 numbers are looked up; 51 are refused, and stay in the form", async (prefix, message) => {
  const numbers = Array.from({ length: 51 }, (_, index) => `XX-${index}`);
  expect((await open(numbers.slice(1).join("\n"), prefix)).data.note?.rows).toHaveLength(50);
  const { data, init } = await open(numbers.join("\n"), prefix);
  expect([init?.status ?? 200, data.problem, data.note]).toEqual([400, "tooMany", undefined]);
  const html = await renderRoute(
    caller,
    batchLookup,
    `${prefix}/batch?${new URLSearchParams({ number: numbers.join("\n") })}`,
  );
  expect(html).toMatch(new RegExp(`<details[^>]* open="">.*id="numbers-error".*${message}`, "s"));
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>\s*XX-0\nXX-1\n/);
});

test.each(["HQ-2601 ".repeat(2000), Array.from({ length: 1000 }, (_, n) => `a${n} b`).join(" ")])(
  "a text with too many characters or numbers is refused, and stays in the form",
  async (text) => {
    const { data, init } = await open(text);
    expect([init?.status ?? 200, data.note, data.number]).toEqual([400, undefined, text.trim()]);
  },
);

test.each([
  ["/batch?number=", "请输入批号。"],
  ["/en/batch?number=+,+", "Enter a batch number."],
])("%s reports that the number is missing", async (path, message) => {
  expect(await renderRoute(caller, batchLookup, path)).toMatch(new RegExp(`id="number-error"[^>]*>${message}`));
});

test.each([
  "序号,产品批号,数量\n1,HQ-2601,20\n2,HQ-2512,20",
  "| No. | Lot No. | Qty |\n|---|---|---|\n| 1 | HQ-2601 | 20 |\n| 2 | HQ-2512 | 20 |",
  '"HQ-2601","Huang qi, sliced"\n"HQ-2512","Huang qi, sliced"',
  "HQ-2601\nHQ-2512\nhq 2601\nHQ26Ol",
])("the two batches in %j have one row each", async (text) => {
  const { data } = await open(text);
  expect(data.note?.rows.map(({ id }) => id)).toEqual(["HQ-2512", "HQ-2601"]);
});

const backend = await setUpBackend();

test("if a backend returns a batch without a title, its row says that the batch can't be read", async () => {
  backend.responders.set("/api/batch/info", async (request) => {
    const id = new URL(request.url).searchParams.get("id")!;
    const data = id === "BAD-1" ? { id } : { id, title: id };
    return Response.json({ code: 200, message: "", data });
  });
  const callerWithBackend = await createRouteCaller({ API_BASE_URL: backend.origin });
  const address = "/en/batch?number=GOOD-1,BAD-1";
  const html = await renderRoute(callerWithBackend, batchLookup, address);
  expect(listRows(html)).toContain("|BAD-1|Can’t be read at present: please call us|");
  await callerWithBackend.dispose();
});

test("each number counts against the limit of look-ups, beyond which none is looked up; words, quantities and dates don't", async () => {
  const rows = Array.from(
    { length: 50 },
    (_, index) => `${index + 1}\tXX-${index}\tAstragalus root, sliced, Gansu\t20 kg\t2026-03-01\tbox ${index} of 50`,
  );
  for (let count = 50; count <= actionLimits.lookup.maxPerSender; count += 50) {
    const { data, init } = await open(rows.join("\n"), "/en", "10.8.0.1");
    expect([init?.status ?? 200, data.note?.rows.length]).toEqual([200, 50]);
  }
  const { data, init } = await open("HQ-2601,HQ-2512", "/en", "10.8.0.1");
  expect([init?.status ?? 200, init?.headers, data.note]).toEqual([
    429,
    { "Retry-After": expect.stringMatching(/^(?:600|59\d)$/) },
    undefined,
  ]);
  // The same visitor can't look up a single number either, but other visitors aren't limited.
  expect((await open("HQ-2601", "/en", "10.8.0.1")).init?.status).toBe(429);
  expect((await open("HQ-2601,HQ-2512")).init?.status ?? 200).toBe(200);
});
