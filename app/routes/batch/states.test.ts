import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as aboutUs from "#app/routes/about-us/route.tsx";
import * as batchLookup from "#app/routes/batch-lookup/route.tsx";
import * as certificatePage from "#app/routes/certificate/route.tsx";
import * as feed from "#app/routes/feed/route.ts";
import * as home from "#app/routes/home/route.tsx";
import * as info from "#app/routes/info/route.tsx";
import * as list from "#app/routes/list/route.tsx";
import * as search from "#app/routes/search/route.tsx";
import * as sitemap from "#app/routes/sitemap/route.ts";
import * as suggest from "#app/routes/suggest/route.ts";
import { batchStates } from "#app/services/api/contract/batches/batch-state.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { setUpBackend } from "#tests/setup/site/site.ts";
import * as batch from "./route.tsx";

expectNoComplaints();

type BatchState = (typeof batchStates)[number];

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T12:00:00+08:00") }));
afterEach(() => void vi.useRealTimers());

const number = "HQ-2601";
const source = readFileSync(join(testContent, `batch/${number}.yaml`), "utf8");
const recall = `recalled:
  date: 2026-11-20
  level: 1
  reason: { cn: 复检超出限度。, en: A repeated test was outside the limit. }
  advice: { cn: 请退回诊所。, en: Take it back to the clinic. }
`;
const sourceByState: Record<BatchState, string> = {
  recalled: source + recall,
  expired: source.replace("bestBefore: 2028-01", "bestBefore: 2026-10"),
  outside: source.replace("8.1%", "12.1%"),
  released: source,
  unreleased: source.replace(/^released: .*\n/m, ""),
};

/** Copies the tests' content, with only these batches. */
function createContent(batches: Record<string, string>): string {
  const content = createEditedContent();
  for (const id of [number, "HQ-2512"]) rmSync(join(content, `batch/${id}.yaml`));
  for (const [id, text] of Object.entries(batches)) writeFileSync(join(content, `batch/${id}.yaml`), text);
  return content;
}

type Caller = Awaited<ReturnType<typeof setUpRouteCaller>>;

/** Reduces HTML to text, in which a state's mark is in brackets before its words. */
const getText = (html: string) =>
  html
    .replace(/<[^>]+ data-state="(\w+)"[^>]*>/g, " [$1] ")
    .replace(/<script.*?<\/script>|<!-- -->/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const getMain = (html: string) => getText(/<main.*<\/main>/s.exec(html)![0]);
const fetchText = async (caller: Caller, loader: (args: never) => unknown, path: string) =>
  (await caller.load<Response>(loader, path)).text();
type ApiResponse = { data: { state?: string; rows?: { state: string }[] } };

type Cells = Record<BatchState, string | RegExp | undefined>;

type Language = "cn" | "en";
const stateTexts: Record<Language, Record<BatchState, string>> = {
  cn: {
    recalled: "已召回（一级）",
    expired: "已过保质期",
    outside: "已放行，检验结果超出限度",
    released: "已放行",
    unreleased: "未放行，请勿使用",
  },
  en: {
    recalled: "Recalled (class 1)",
    expired: "Past its best-before date",
    outside: "Released, result outside limits",
    released: "Released",
    unreleased: "Not released: do not use it",
  },
};
const recallWord = { cn: "已召回", en: "Recalled" };
const ownAdvice = { cn: "请退回诊所。", en: "Take it back to the clinic." };
const advice = {
  cn: {
    recalled: ownAdvice.cn,
    expired: "请勿使用，请与我们联系",
    outside: "使用前请与我们联系",
    released: "",
    unreleased: "请与我们联系",
  },
  en: {
    recalled: ownAdvice.en,
    expired: "Do not use it; contact us",
    outside: "Contact us before you use it",
    released: "",
    unreleased: "Contact us",
  },
};
const mapStates = <Value>(getValue: (state: BatchState) => Value) =>
  Object.fromEntries(batchStates.map((state) => [state, getValue(state)])) as Record<BatchState, Value>;
const noTexts = mapStates(() => undefined);
const createSentences = (locale: Language, separator: string) =>
  mapStates((state) => [stateTexts[locale][state], advice[locale][state]].filter(Boolean).join(separator));
const mark = (cells: Record<BatchState, string>) => mapStates((state) => `[${state}] ${cells[state]}`);
const sentences = { cn: createSentences("cn", "，"), en: createSentences("en", ". ") };
const titles: Record<Language, Cells> = {
  cn: {
    recalled: "已召回（一级）：黄芪 HQ-2601",
    expired: "已过保质期：黄芪 HQ-2601",
    outside: "检验结果超出限度：黄芪 HQ-2601",
    released: /(?<!：)黄芪 HQ-2601/,
    unreleased: "未放行，请勿使用：黄芪 HQ-2601",
  },
  en: {
    recalled: "Recalled (class 1): Huang qi (astragalus root) HQ-2601",
    expired: "Past its best-before date: Huang qi (astragalus root) HQ-2601",
    outside: "Result outside limits: Huang qi (astragalus root) HQ-2601",
    released: /(?<!: |· )Huang qi \(astragalus root\) HQ-2601/,
    unreleased: "Not released: do not use it · Huang qi (astragalus root) HQ-2601",
  },
};
const batchNames = { cn: "黄芪 HQ-2601", en: "Huang qi (astragalus root) HQ-2601" };
const verdicts = { cn: "[released] 已放行 · 2 项检验均在限度内", en: "[released] Released · 2 of 2 within limits" };
const outside = {
  cn: "已放行 · 2 项中有 1 项超出限度，使用前请与我们联系",
  en: "Released · 1 of 2 outside limits. Contact us before you use it",
};
const textsWithoutCurrentBatch = {
  cn: "目前没有已放行且在保质期内的批次",
  en: "No batch is both released and within its best-before date",
};
const placeholders = {
  cn: "批号印在标签上，品名的下方。 向我们索取最新的检验报告",
  en: "The batch number is on the label, below the name of the herb. Ask us for the newest certificate",
};
const recalls = {
  cn: "黄芪，批号 HQ-2601（一级） 2026年11月20日",
  en: "Huang qi (astragalus root), batch HQ-2601 (class 1) 20 November 2026",
};
const productRecalls = { cn: "已召回的批次", en: "Recalled batches" };
const allRecalls = { cn: "召回公告", en: "Recalls" };
const reason = { cn: "复检超出限度。", en: "A repeated test was outside the limit." };
const recallWithAdvice = { cn: `复检超出限度，${ownAdvice.cn}`, en: `${reason.en} ${ownAdvice.en}` };
const colon = { cn: "：", en: ": " };
const produced = { cn: "2026年1月12日", en: "12 January 2026" };
const testedBeforeRecall = { cn: "召回前的检验", en: "Tested before the recall" };
const certificate = { cn: "检验报告（PDF）", en: "Certificate (PDF)" };

type OpenPlace = (caller: Caller, prefix: string) => Promise<string>;

/** Rendered pages by path, because several places are on one page. */
const pages = new WeakMap<Caller, Record<string, Promise<string>>>();

const createPageOpener =
  (screen: Parameters<typeof renderRoute>[1], path: string, pickText = getMain): OpenPlace =>
  async (caller, prefix) => {
    if (!pages.has(caller)) pages.set(caller, {});
    return pickText(await (pages.get(caller)![prefix + path] ??= renderRoute(caller, screen, prefix + path)));
  };
const createTextOpener =
  (loader: (args: never) => unknown, path: string): OpenPlace =>
  (caller, prefix) =>
    fetchText(caller, loader, prefix + path);
const createPicker = (pattern: RegExp) => (html: string) => pattern.exec(html)?.[0] ?? "";
const page = `/batch/${number}`;
const product = "/product/info/huang-qi";
const example = (locale: Language): Cells => ({
  ...mapStates(() => placeholders[locale]),
  released: `${number} [released] ${stateTexts[locale].released}`,
});

/** Places that may name a batch, with the text for each state. A place without a text doesn't name the batch. */
const places: [name: string, open: OpenPlace, getCells: (locale: Language) => Cells][] = [
  [
    "the title of its page",
    createPageOpener(batch, page, createPicker(/<title>.*?<\/title>/s)),
    (locale) => titles[locale],
  ],
  [
    "the heading of its page",
    createPageOpener(batch, page, createPicker(/<h1>.*?<\/h1>/s)),
    (locale) => mapStates(() => `<h1>${batchNames[locale]}</h1>`),
  ],
  [
    "the description of its page",
    createPageOpener(batch, page, createPicker(/<meta name="description" [^>]*>/)),
    (locale) => ({
      ...sentences[locale],
      recalled: `${stateTexts[locale].recalled}${colon[locale]}${recallWithAdvice[locale]}`,
    }),
  ],
  [
    "the linked data of its page",
    createPageOpener(batch, page, createPicker(/\{[^<]*"@type":"WebPage".*?(?=<\/script>)/s)),
    (locale) => titles[locale],
  ],
  [
    "its page",
    createPageOpener(batch, page),
    (locale) => ({
      ...mark({ ...sentences[locale], outside: outside[locale] }),
      released: verdicts[locale],
      recalled: new RegExp(`\\[recalled\\] ${recallWord[locale]} .*${reason[locale]}.*${ownAdvice[locale]}.*558`),
    }),
  ],
  [
    "the page of its certificate",
    createPageOpener(certificatePage, `${page}/certificate`),
    (locale) => sentences[locale],
  ],
  [
    "the title of its certificate",
    createPageOpener(certificatePage, `${page}/certificate`, createPicker(/<title>.*?<\/title>/s)),
    (locale) => ({ ...titles[locale], released: number }),
  ],
  [
    "the breadcrumb of its certificate",
    createPageOpener(certificatePage, `${page}/certificate`, createPicker(/<ol.*?<\/ol>/s)),
    (locale) => titles[locale],
  ],
  [
    "the latest tested batch of its product",
    createPageOpener(info, product),
    (locale) => ({ ...mapStates(() => textsWithoutCurrentBatch[locale]), released: verdicts[locale] }),
  ],
  [
    "the list of batches of its product",
    createPageOpener(info, product),
    (locale) => mapStates((state) => `${number} ${produced[locale]} [${state}] ${sentences[locale][state]} `),
  ],
  [
    "the list of recalled batches of its product",
    createPageOpener(info, product),
    (locale) => ({ ...noTexts, recalled: `[recalled] ${productRecalls[locale]} ${recalls[locale]}` }),
  ],
  ["the home page", createPageOpener(home, "/home"), example],
  ["the look-up", createPageOpener(batchLookup, "/batch"), example],
  [
    "the list of recalls below the look-up",
    createPageOpener(batchLookup, "/batch"),
    (locale) => ({ ...noTexts, recalled: `[recalled] ${allRecalls[locale]} ${recalls[locale]}` }),
  ],
  [
    "the line below the header",
    createPageOpener(aboutUs, "/about-us", (html) => getText(createPicker(/<aside.*?<\/aside>/s)(html))),
    (locale) => ({
      ...noTexts,
      recalled: `[recalled] ${recallWord[locale]}${colon[locale].trim()} ${recalls[locale].split(/ \d/)[0]}`,
    }),
  ],
  [
    "the search",
    createPageOpener(search, "/search?q=HQ-26"),
    (locale) =>
      mapStates(
        (state) =>
          new RegExp(`\\[${state}\\] ${stateTexts[locale][state].replace(/[()]/g, "\\$&")} .*${advice[locale][state]}`),
      ),
  ],
  ["suggestions", createTextOpener(suggest.loader, "/search/suggest?q=HQ-26"), (locale) => titles[locale]],
  [
    "the marks of suggestions",
    createTextOpener(suggest.loader, "/search/suggest?q=HQ-26"),
    () => mapStates((state) => `"state":"${state}"`),
  ],
  [
    "the suggestion of its number",
    createTextOpener(suggest.loader, "/search/suggest?q=HQ2601"),
    (locale) => titles[locale],
  ],
  [
    "a delivery note",
    createPageOpener(batchLookup, `/batch?number=${number},XX-1`),
    (locale) => mark(createSentences(locale, " ")),
  ],
  [
    "the order sheet",
    createPageOpener(list, "/product/list?view=sheet"),
    (locale) => mapStates((state) => `${number} [${state}] ${stateTexts[locale][state]}`),
  ],
  [
    "the titles of the feed",
    createTextOpener(feed.loader, "/rss.xml"),
    (locale) => ({ ...noTexts, recalled: `<title>${titles[locale].recalled as string}` }),
  ],
  [
    "the feed",
    createTextOpener(feed.loader, "/rss.xml"),
    (locale) => ({ ...noTexts, recalled: `${recallWithAdvice[locale]}</description>` }),
  ],
  [
    "the sitemap",
    (caller) => fetchText(caller, sitemap.loader, "/sitemap-pages.xml"),
    () => mapStates(() => `${page}</loc>`),
  ],
];

const backend = await setUpBackend();

describe.each(batchStates)("a batch in the state %s", async (state) => {
  const content = createContent({ [number]: sourceByState[state] });
  const embeddedApi = createEmbeddedApi(await setUpTestIndex(content));
  let caller: Caller;
  beforeAll(async () => {
    // The content checks reject a result outside its limit, so a backend returns that batch.
    backend.responders.set("*", (request) => embeddedApi(request));
    caller = await createRouteCaller(state === "outside" ? { API_BASE_URL: backend.origin } : {}, content);
  });
  afterAll(() => caller.dispose());

  test.each(places)("%s has the texts of the state", async (name, open, getCells) => {
    for (const [locale, prefix] of [
      ["cn", ""],
      ["en", "/en"],
    ] as const) {
      const text = await open(caller, prefix);
      const expected = getCells(locale)[state];
      if (expected === undefined) expect(text).not.toContain(recalls[locale]);
      else if (typeof expected === "string") expect(text).toContain(expected);
      else expect(text).toMatch(expected);
      if (state !== "released") expect(text, name).not.toMatch(/均在限度内|within limits/);
      if (name === "the home page" && state !== "released") expect(text).not.toContain(number);
    }
  });

  test("the API returns the state, alone and in lists", async () => {
    const callApi = async (path: string) =>
      (await (await embeddedApi(new Request(`https://site.example${path}`))).json()) as ApiResponse;
    expect((await callApi(`/api/batch/info?id=${number}`)).data.state).toBe(state);
    expect((await callApi("/api/batch/list")).data.rows).toMatchObject([{ state }]);
    for (const requestedState of batchStates)
      expect((await callApi(`/api/batch/list?state=${requestedState}`)).data.rows).toHaveLength(
        requestedState === state ? 1 : 0,
      );
  });

  test("the main link is the certificate if the batch is released, and otherwise the telephone number", async () => {
    for (const [locale, prefix] of [
      ["cn", ""],
      ["en", "/en"],
    ] as const) {
      const html = await renderRoute(caller, batch, `${prefix}/batch/${number}`);
      const [firstAction] = /<a [^>]*class="[^"]*primary[^"]*".*?<\/a>/s.exec(html)!;
      if (state === "released") expect(firstAction).toContain(certificate[locale]);
      else expect(firstAction).toMatch(/href="tel:/);
      expect(html).toContain("/files/certificate-HQ250901.pdf");
      const text = getMain(html);
      if (state === "recalled") expect(text).toContain(testedBeforeRecall[locale]);
      else expect(text).not.toContain(testedBeforeRecall[locale]);
    }
  });
});

describe("a released batch, older than many unreleased ones", async () => {
  const newerBatches = Array.from({ length: 120 }, (_, index) => [
    `N${1000 + index}`,
    source.replace(/^(?:released|tested|cut): .*\n/gm, "").replace("produced: 2026-01-12", "produced: 2026-06-01"),
  ]);
  const content = createContent({ ...Object.fromEntries(newerBatches), [number]: source });
  const caller = await setUpRouteCaller({}, content);

  test("the order sheet names the batch that its product's page names", async () => {
    for (const prefix of ["", "/en"])
      expect(getMain(await renderRoute(caller, list, `${prefix}/product/list?view=sheet`))).toMatch(
        / HQ-2601 \[released\] (?:已放行|Released) /,
      );
  });

  test("its product's page has its verdict, and the home page and the look-up have it as an example", async () => {
    expect(getMain(await renderRoute(caller, info, "/product/info/huang-qi"))).toContain(verdicts.cn);
    for (const [screen, path] of [
      [home, "/en"],
      [batchLookup, "/en/batch"],
    ] as const)
      expect(getMain(await renderRoute(caller, screen, path))).toContain(`${number} [released] Released`);
  });
});

test.each([
  ["tested", /^tested: .*\n/m, "Latest batch", "2 of 2 within limits", false],
  ["results", /^results:(?:\n .*)*/m, "Latest batch", "Results not listed here", true],
  ["tested, results", /^tested: .*\n|^results:(?:\n .*)*/gm, "Latest batch", "Not tested yet", false],
  ["bestBefore", /^bestBefore: .*\n/m, "Latest tested batch", "2 of 2 within limits", true],
])("a released batch without `%s` counts as tested if it has results and their day", async (...row) => {
  const [, field, title, verdict, isTested] = row;
  const site = await createRouteCaller({}, createContent({ [number]: source.replace(field, "") }));
  const text = getMain(await renderRoute(site, info, `/en${product}`));
  expect(text).toMatch(new RegExp(` ${title} ${number} +\\[released\\] Released · ${verdict} `));
  const batchText = getMain(await renderRoute(site, batch, `/en${page}`));
  const [, noResults] = /Test results (Not tested yet|Results not listed here)/.exec(batchText) ?? [];
  expect(noResults).toBe(verdict.includes("within limits") ? undefined : verdict);
  expect(/ Tested /.test(batchText)).toBe(isTested);
  await site.dispose();
});

test("a newer released batch without tests isn't the proof of its product while a tested one is there", async () => {
  const untested = source.replace(/^tested: .*\n|^results:(?:\n .*)*/gm, "").replace("2026-01-12", "2026-03-12");
  const site = await createRouteCaller({}, createContent({ "HQ-2603": untested, [number]: source }));
  expect(getMain(await renderRoute(site, info, product))).toContain(verdicts.cn);
  expect(getMain(await renderRoute(site, list, "/product/list?view=sheet"))).toContain(`${number} [released]`);
  await site.dispose();
});
