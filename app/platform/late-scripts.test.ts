import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { UnknownPageError, withLateScripts } from "./late-scripts.ts";

const nonce = "a-nonce";

const start = 'import * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); // </b> $& $1';
const page = [
  '<html><head><title>岐谷本草</title><link rel="preload" as="image" href="/a.svg"/><link rel="modulepreload" href="/assets/framework.js" data-x="1" nonce="a-nonce"/>',
  '<link rel="modulepreload" href="/assets/root.js"/><link rel="stylesheet" href="/a.css"/></head><body>',
  '<script type="application/ld+json">{}</script><script nonce="a-nonce">one()</script><script>injected()</script>',
  `<script type="module" async="" nonce="a-nonce">${start}</script><script nonce="a-nonce">two()</script></body></html>`,
].join("");

const lateScripts = (html: string) => withLateScripts(html, nonce);

const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("what only scripts need isn't asked for before the page is loaded; what it shows is", () => {
  const { html, scriptHashes } = lateScripts(page);
  const [head] = html.split("</head>");
  expect(head).toContain('<link rel="preload" as="image"');
  expect(head).toContain('<link rel="stylesheet"');
  expect(head).not.toMatch(/modulepreload/);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  expect(inline).toHaveLength(4);
  const own = inline.filter((code) => code !== "injected()");
  expect(scriptHashes).toEqual([...own.map(hashOf), hashOf(start)]);
  expect(html).not.toContain(nonce);
});

type Check = (value: string) => string | null;

/** Runs what stands in the page, in a browser that tells of paints or doesn't. */
function runLoader(tellsOfPaints: boolean) {
  const { html } = lateScripts(page);
  const loader = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)][2]![1]!;
  const links: string[] = [];
  const scripts: { type?: string; textContent?: string }[] = [];
  const on: Record<string, () => void> = {};
  const timers: { run: () => void; after?: number }[] = [];
  const frames: (() => void)[] = [];
  const policies: Record<string, Record<"createHTML" | "createScript" | "createScriptURL", Check>> = {};
  const trustedTypes = { createPolicy: (name: string, policy: (typeof policies)[string]) => (policies[name] = policy) };
  class PerformanceObserver {
    static supportedEntryTypes = ["paint"];
    constructor(told: (list: object, observer: object) => void) {
      on["paint"] = () => told({}, { disconnect() {} });
    }
    observe() {}
  }
  runInNewContext(loader, {
    window: { trustedTypes, ...(tellsOfPaints && { PerformanceObserver }) },
    location: { origin: "https://site.example" },
    URL,
    document: {
      baseURI: "https://site.example/en/news/list",
      head: { insertAdjacentHTML: (_where: string, text: string) => links.push(text) },
      body: { appendChild: (script: object) => scripts.push(script) },
      createElement: () => ({}),
    },
    addEventListener: (event: string, then: () => void) => (on[event] = then),
    requestAnimationFrame: (then: () => void) => frames.push(then),
    setTimeout: (run: () => void, after?: number) => timers.push({ run, after }),
  });
  const later = () => {
    for (const run of frames.splice(0)) run();
    for (const { run } of timers.filter(({ after }) => after === undefined)) run();
  };
  return { links, scripts, on, timers, later, policies };
}

const linksThen = [
  '<link rel="modulepreload" href="/assets/framework.js" data-x="1"/><link rel="modulepreload" href="/assets/root.js"/>',
];
const scriptsThen = [{ type: "module", textContent: start }];

test("once it is loaded and painted, links and script are as the framework wrote them, and come once", () => {
  const { links, scripts, on, timers, later } = runLoader(true);
  on["load"]!();
  later();
  expect(scripts).toEqual([]);
  on["paint"]!();
  later();
  expect(links).toEqual(linksThen);
  expect(scripts).toEqual(scriptsThen);
  for (const { run } of timers) run();
  expect(scripts).toEqual(scriptsThen);
});

test("a browser that doesn't tell of paints is asked for a frame", () => {
  const { links, scripts, on, later } = runLoader(false);
  later();
  expect(scripts).toEqual([]);
  on["load"]!();
  later();
  expect(links).toEqual(linksThen);
  expect(scripts).toEqual(scriptsThen);
});

test("a page that takes long doesn't wait for that", () => {
  const { scripts, timers } = runLoader(true);
  expect(timers.map(({ after }) => after)).toEqual([3000]);
  timers[0]!.run();
  expect(scripts).toEqual(scriptsThen);
});

test("a page that the framework writes otherwise is an error, not a page without scripts", () => {
  expect(() => lateScripts("<p>药</p>")).toThrow(UnknownPageError);
  expect(() => lateScripts(page.replaceAll(' type="module"', ""))).toThrow(UnknownPageError);
});

test("scripts of the page may write text and markup, and nothing that runs code", () => {
  const { policies } = runLoader(true);
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
  expect([createScriptURL("/assets/a.js"), createScriptURL("https://evil.example/a.js")]).toEqual([
    "/assets/a.js",
    null,
  ]);
});
