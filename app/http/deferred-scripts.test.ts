import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { UnknownPageError, deferScripts } from "./deferred-scripts.ts";

const nonce = "a-nonce";

const preloads = `<link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/root.js"/>`;
const start = `import * as route0 from "/assets/root.js";\nimport("/assets/entry.js");`;

/** A shortened page as the framework renders it. Another program has injected its script without a nonce. */
const page = `<html><head><link nonce="${nonce}" rel="preload" as="image" href="/a.svg"/>
  ${preloads.replaceAll("/>", ` nonce="${nonce}"/>`)}<link nonce="${nonce}" rel="stylesheet" href="/a.css"/></head><body>
  <main><script type="application/ld+json">{}</script><script>injected()</script><p></b> $& $1</p></main>
  <script nonce="${nonce}">scroll()</script><script nonce="${nonce}" type="module" async="">${start}</script>
  <script nonce="${nonce}">stream("\\n")</script></body></html>`;

const createDeferredPage = (html: string) => deferScripts(html, nonce, "build-1");

const hashScript = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("preloads of scripts are deferred, but preloads of pictures and the links to styles stay", () => {
  const { html, scriptHashes } = createDeferredPage(page);
  const [head] = html.split("</head>");
  expect(head).toContain('rel="preload" as="image" href="/a.svg"/>');
  expect(head).toContain('rel="stylesheet" href="/a.css"/>');
  expect(head).not.toMatch(/modulepreload/);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  expect(inline).toHaveLength(page.match(/<script nonce=/g)!.length + 1);
  const siteScripts = inline.filter((code) => code !== "injected()");
  expect(scriptHashes).toEqual([...siteScripts.map(hashScript), hashScript(start)]);
  expect(html).not.toContain(nonce);
});

type Check = (value: string) => string | null;

type Browser = { hasPaintTiming?: boolean; failedBuild?: string; isOld?: boolean };

/** Runs the inline loader in a fake browser. */
function runLoader({ hasPaintTiming = true, failedBuild, isOld = false }: Browser = {}) {
  const { html } = createDeferredPage(page);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  const loader = inline.find((code) => code.includes("PerformanceObserver"))!;
  const links: string[] = [];
  const scripts: { type?: string; textContent?: string }[] = [];
  const listeners: Record<string, (event?: object) => void> = {};
  const beacons: unknown[] = [];
  const timers: { run: () => void; after?: number }[] = [];
  const frames: (() => void)[] = [];
  const policies: Record<string, Record<"createHTML" | "createScript" | "createScriptURL", Check>> = {};
  const trustedTypes = { createPolicy: (name: string, policy: (typeof policies)[string]) => (policies[name] = policy) };
  class PerformanceObserver {
    static supportedEntryTypes = ["paint"];
    constructor(callback: () => void) {
      listeners["paint"] = callback;
    }
    observe() {}
    disconnect() {}
  }
  const oldBrowserCode = isOld ? "delete Array.prototype.at;" : "";
  runInNewContext(oldBrowserCode + loader, {
    sessionStorage: { getItem: () => failedBuild ?? null },
    navigator: { sendBeacon: (path: string, text: string) => beacons.push([path, JSON.parse(text)]) },
    window: { trustedTypes, ...(hasPaintTiming && { PerformanceObserver }) },
    location: { origin: "https://site.example", pathname: "/en/news/list" },
    URL,
    document: {
      documentElement: { dataset: {} },
      baseURI: "https://site.example/en/news/list",
      head: { insertAdjacentHTML: (_where: string, text: string) => links.push(text) },
      body: { appendChild: (script: object) => scripts.push(script) },
      createElement: () => ({}),
    },
    addEventListener: (event: string, listener: () => void) => (listeners[event] = listener),
    requestAnimationFrame: (callback: () => void) => frames.push(callback),
    setTimeout: (run: () => void, after?: number) => timers.push({ run, after }),
  });
  const runPending = () => {
    for (const run of frames.splice(0)) run();
    for (const { run } of timers.filter(({ after }) => after === undefined)) run();
  };
  return { links, scripts, listeners, timers, runPending, policies, beacons };
}

const insertedScripts = [{ type: "module", textContent: start }];

test("after load and first paint the links and the script are inserted unchanged, and only once", () => {
  const { links, scripts, listeners, timers, runPending } = runLoader();
  listeners["load"]!();
  runPending();
  expect(scripts).toEqual([]);
  listeners["paint"]!();
  runPending();
  expect(links).toEqual([preloads]);
  expect(scripts).toEqual(insertedScripts);
  for (const { run } of timers) run();
  expect(scripts).toEqual(insertedScripts);
});

test("without paint timing the loader waits for an animation frame", () => {
  const { links, scripts, listeners, runPending } = runLoader({ hasPaintTiming: false });
  runPending();
  expect(scripts).toEqual([]);
  listeners["load"]!();
  runPending();
  expect(links).toEqual([preloads]);
  expect(scripts).toEqual(insertedScripts);
});

test("the loader waits at most three seconds for the page to load", () => {
  const { scripts, timers } = runLoader();
  expect(timers.map(({ after }) => after)).toEqual([3000]);
  timers[0]!.run();
  expect(scripts).toEqual(insertedScripts);
});

test.each([
  ["a browser older than the oldest supported one", { isOld: true }],
  ["a session in which this build has failed", { failedBuild: "build-1" }],
])("nothing starts in %s", (_name, browser) => {
  const { listeners, timers, policies } = runLoader(browser);
  expect({ listeners, timers, policies }).toEqual({ listeners: {}, timers: [], policies: {} });
});

test("scripts that failed in one build start again in the next build", () => {
  expect(runLoader({ failedBuild: "build-0" }).timers).toHaveLength(1);
});

test("an error of the site's own scripts is reported once, without the address of the page", () => {
  const { listeners, beacons } = runLoader();
  const stack = [
    "TypeError: URL.canParse is not a function",
    "    at mt (https://site.example/assets/shared-BG6sr3H3.js:1:12014)",
    "    at visitor@example.org (https://site.example/en/news/list?keyword=private:1:2)",
    "    at P (https://site.example/assets/vendor-X_1.js:2:1)",
  ].join("\n");
  const error = { message: "URL.canParse is not a function", error: { stack } };
  listeners["error"]!(error);
  listeners["error"]!(error);
  expect(beacons).toEqual([
    [
      "/client-errors",
      {
        message: "URL.canParse is not a function",
        frames: ["/assets/shared-BG6sr3H3.js:1:12014", "/assets/vendor-X_1.js:2:1"],
        build: "build-1",
        path: "/en/news/list",
      },
    ],
  ]);
});

test("a script that can't be parsed is reported with the name of its file", () => {
  const { listeners, beacons } = runLoader();
  const position = { filename: "https://site.example/assets/shared-A.js", lineno: 1, colno: 7 };
  listeners["error"]!({ message: "SyntaxError: Invalid regular expression", ...position });
  expect(beacons).toMatchObject([["/client-errors", { frames: ["/assets/shared-A.js:1:7"] }]]);
});

test("errors of extensions and of other sites aren't reported", () => {
  const { listeners, beacons } = runLoader();
  const stack = "Error: a\n    at chrome-extension://abc/assets/content.js:1:1";
  listeners["error"]!({ message: "Script error." });
  listeners["unhandledrejection"]!({ reason: { stack } });
  listeners["unhandledrejection"]!({ reason: null });
  expect(beacons).toEqual([]);
});

test("a page with an unknown structure throws instead of losing its scripts", () => {
  expect(() => createDeferredPage("<p>药</p>")).toThrow(UnknownPageError);
  expect(() => createDeferredPage(page.replaceAll(' type="module"', ""))).toThrow(UnknownPageError);
  expect(() => createDeferredPage(page.replaceAll("modulepreload", "preload"))).toThrow(UnknownPageError);
});

test("scripts of the page may write text and markup, but nothing that runs code", () => {
  const { policies } = runLoader();
  expect(Object.keys(policies)).toEqual(["default"]);
  const { createHTML, createScript, createScriptURL } = policies["default"]!;
  for (const html of [
    "<p>one = two</p>",
    '<a href="/a">a</a><img src="/a.svg" alt="on = x">',
    "<script></script>",
    '{"a":"on x=1"}',
  ]) {
    expect(createHTML(html), html).toBe(html);
  }
  for (const html of [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '<a href="javascript:alert(1)">',
    "<iframe src=/a>",
  ]) {
    expect(createHTML(html), html).toBeNull();
  }
  expect([createScript(start), createScript('{"a":1}')]).toEqual([start, '{"a":1}']);
  expect([createScript("alert(1)"), createScript("{}alert(1)")]).toEqual([null, null]);
  expect(createScriptURL("/assets/a.js")).toBe("/assets/a.js");
  expect(createScriptURL("https://evil.example/a.js")).toBeNull();
});
