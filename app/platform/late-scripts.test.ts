import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { withLateScripts } from "./late-scripts.ts";

const start = 'import * as route0 from "/assets/root.js";\nimport("/assets/entry.js"); // </b> $& $1';
const page = [
  '<html><head><title>岐谷本草</title><link rel="preload" as="image" href="/a.svg"/><link rel="preload" as="fetch" href="/m.json" data-x="1"/>',
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
  expect(head).not.toMatch(/modulepreload|m\.json/);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code!);
  expect(inline).toHaveLength(3);
  expect(scriptHashes).toEqual([...inline.map(hashOf), hashOf(start)]);
});

test("once it is, links and script are as the framework wrote them, and come once", () => {
  const { html } = lateScripts(page);
  const loader = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)][1]![1]!;
  const links: string[] = [];
  const scripts: { type?: string; textContent?: string }[] = [];
  const waiting: (() => void)[] = [];
  runInNewContext(loader, {
    document: {
      head: { insertAdjacentHTML: (_where: string, text: string) => links.push(text) },
      body: { appendChild: (script: object) => scripts.push(script) },
      createElement: () => ({}),
    },
    addEventListener: (_event: string, then: () => void) => waiting.push(then),
    requestAnimationFrame: (then: () => void) => waiting.push(then),
    setTimeout: (then: () => void) => waiting.push(then),
  });
  expect(scripts).toEqual([]);
  while (waiting.length > 0) waiting.shift()!();
  expect(links).toEqual([
    '<link rel="preload" as="fetch" href="/m.json" data-x="1"/><link rel="modulepreload" href="/assets/root.js"/>',
  ]);
  expect(scripts).toEqual([{ type: "module", textContent: start }]);
});

test("a page without scripts stays as it is", () => {
  expect(lateScripts("<p>药</p>")).toEqual({ html: "<p>药</p>", scriptHashes: [] });
});
