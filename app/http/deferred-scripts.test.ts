import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { deferScripts, UnknownPageError } from "./deferred-scripts.ts";

const start = `import("/assets/entry.js");`;
const preloads = `<link rel="modulepreload" href="/assets/entry.js"/>`;

/** A shortened page as the framework renders it. Another program has injected its script without a nonce. */
const page = `<link nonce="N" rel="preload" as="image" href="/a.svg"/>${preloads.replace("/>", ' nonce="N"/>')}</head>
  <script>injected()</script><script nonce="N">scroll()</script><script nonce="N" type="module">${start}</script>`;

const { html, scriptHashes } = deferScripts(page, "N", "build-1");
const [injected, ...scripts] = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, code]) => code!);

test("preloads of scripts are deferred, and the policy lists the site's scripts, but no injected one", () => {
  expect(html).toContain('<link rel="preload" as="image" href="/a.svg"/></head>');
  const hash = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
  expect([injected, scripts.length, scriptHashes]).toEqual(["injected()", 2, [...scripts, start].map(hash)]);
});

test("a page with an unknown structure throws instead of losing its scripts", () => {
  for (const part of [' type="module"', "modulepreload", page])
    expect(() => deferScripts(page.replaceAll(part, ""), "N", "build-1")).toThrow(UnknownPageError);
});

type Policy = Record<"createHTML" | "createScript" | "createScriptURL", (value: string) => string | null>;

/** Runs the inline loader in a fake browser, where timers and animation frames run at once. */
function runLoader(oldBrowserCode = "") {
  const record = { inserted: [] as unknown[], reports: [] as string[], delays: [] as unknown[], policy: {} as Policy };
  const events: Record<string, (event?: object) => void> = {};
  const run = (callback: () => void, delay?: number) => (delay ? record.delays.push(delay) : callback());
  const insert = (_where: unknown, value?: unknown) => void record.inserted.push(value ?? start);
  const document = { documentElement: { dataset: {} }, baseURI: "https://site.example/a", createElement: () => ({}) };
  const page = { head: { insertAdjacentHTML: insert }, body: { appendChild: insert } };
  const browser = { sendBeacon: (_path: string, text: string) => record.reports.push(text) };
  const trustedTypes = { createPolicy: (_name: string, policy: Policy) => (record.policy = policy) };
  const listen = (event: string, listener: () => void) => (events[event] = listener);
  const globals = {
    URL,
    location: new URL(document.baseURI),
    sessionStorage: { getItem: () => null },
    setTimeout: run,
  };
  runInNewContext(oldBrowserCode + scripts[1], {
    ...globals,
    navigator: browser,
    window: { trustedTypes },
    document: { ...document, ...page },
    addEventListener: listen,
    requestAnimationFrame: run,
  });
  return { ...record, events };
}

test("the scripts start once, when the page has loaded or after three seconds, but not in an older browser", () => {
  const { events, inserted, delays } = runLoader();
  for (let n = 0; n < 2; n++) events["load"]!();
  expect([inserted, delays]).toEqual([[preloads, start], [3000]]);
  expect(runLoader("delete Array.prototype.at;").events).toEqual({});
});

test("errors of extensions and of other sites aren't reported", () => {
  const { events, reports } = runLoader();
  events["error"]!({ message: "Script error." });
  events["unhandledrejection"]!({ reason: { stack: "Error: a\n    at chrome-extension://abc/assets/a.js:1:1" } });
  expect(reports).toEqual([]);
  const place = { filename: "https://site.example/assets/a.js", lineno: 1, colno: 7 };
  events["error"]!({ message: "own", ...place });
  events["error"]!({ message: "Uncaught ", error: new DOMException("skipped", "AbortError"), ...place });
  const frames = ["/assets/a.js:1:7"];
  expect(reports.map((text) => JSON.parse(text))).toMatchObject([
    { message: "own", frames, path: "/a" },
    { message: "AbortError: skipped", frames },
  ]);
});

test("scripts of the page may write text and markup, but nothing that runs code", () => {
  const { createHTML, createScript, createScriptURL } = runLoader().policy;
  for (const text of ["<p>one = two</p>", '<img src="/a.svg" alt="on = x">', "<script></script>", '{"a":"on x=1"}'])
    expect(createHTML(text), text).toBe(text);
  const unsafe = ["<script>alert(1)</script>", "<svg/onload=alert(1)>", '<a href="javascript:alert(1)">', "<iframe>"];
  for (const text of unsafe) expect(createHTML(text), text).toBeNull();
  expect([start, '{"a":1}', "alert(1)", "{}alert(1)"].map(createScript)).toEqual([start, '{"a":1}', null, null]);
  expect(["/assets/a.js", "https://evil.example/a.js"].map(createScriptURL)).toEqual(["/assets/a.js", null]);
});
