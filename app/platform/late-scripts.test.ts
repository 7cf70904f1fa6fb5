import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.ts";

const start = 'import * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); // </b> $& $1';
const page = [
  '<html><head><title>岐谷本草</title><link rel="preload" as="image" href="/a.svg"/><link rel="modulepreload" href="/assets/framework.js" data-x="1"/>',
  '<link rel="modulepreload" href="/assets/root.js"/><link rel="stylesheet" href="/a.css"/></head><body>',
  '<script type="application/ld+json">{}</script><script>one()</script>',
  `<script type="module" async="">${start}</script><script>two()</script></body></html>`,
].join("");

/** By texts, to be looked at. */
function lateScripts(text: string) {
  const { html, scriptHashes } = withLateScripts(Buffer.from(text));
  return { html: html.toString(), scriptHashes };
}

const hashOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

test("what only scripts need isn't asked for before the page is loaded; what it shows is", () => {
  const { html, scriptHashes } = lateScripts(page);
  const [head] = html.split("</head>");
  expect(head).toContain('<link rel="preload" as="image"');
  expect(head).toContain('<link rel="stylesheet"');
  expect(head).not.toMatch(/modulepreload/);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  expect(inline).toHaveLength(3);
  expect(scriptHashes).toEqual([...inline.map(hashOf), hashOf(start)]);
});

/** Runs what stands in the page, in a browser that tells of paints or doesn't. */
function runLoader(tellsOfPaints: boolean) {
  const { html } = lateScripts(page);
  const loader = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)][1]![1]!;
  const links: string[] = [];
  const scripts: { type?: string; textContent?: string }[] = [];
  const on: Record<string, () => void> = {};
  const timers: { run: () => void; after?: number }[] = [];
  const frames: (() => void)[] = [];
  class PerformanceObserver {
    static supportedEntryTypes = ["paint"];
    constructor(told: (list: object, observer: object) => void) {
      on["paint"] = () => told({}, { disconnect() {} });
    }
    observe() {}
  }
  runInNewContext(loader, {
    window: tellsOfPaints ? { PerformanceObserver } : {},
    document: {
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
  return { links, scripts, on, timers, later };
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

test("a page without scripts stays as it is", () => {
  expect(lateScripts("<p>药</p>")).toEqual({ html: "<p>药</p>", scriptHashes: [] });
});
