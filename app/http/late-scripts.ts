import { createHash } from "node:crypto";
import { startScripts } from "../components/document/start-script.ts";

/** Links that preload scripts. */
const scriptLinks = /<link rel="modulepreload"[^<>]*\/>/g;

const maxWaitMs = 3000;

/** An inline script, and its position in the page. */
type InlineScript = { start: number; end: number; code: string; isModule: boolean };

/** The framework's HTML doesn't have the structure that this module expects. */
export class UnknownPageError extends Error {
  override name = "UnknownPageError";
}

/**
 * Defers the page's scripts until the first paint, so that they don't compete with its text, styles and pictures.
 * Every page works before they load, and `startScripts` says when they don't. By default the framework preloads them first.
 *
 * Only scripts with this render's nonce belong to the site. An injected script has no nonce, so the policy doesn't list
 * it. The nonces are removed, because the page is cached.
 * @returns the page, and the `'sha256-…'` sources of its inline scripts for the content security policy
 * @throws UnknownPageError if the framework's script isn't found
 */
export function deferScripts(html: string, nonce: string, build: string): { html: string; scriptHashes: string[] } {
  const scripts = findInlineScripts(html, nonce);
  const module = scripts.find(({ isModule }) => isModule);
  const headEnd = html.indexOf("</head>");
  if (!module || headEnd < 0) throw new UnknownPageError("the page has no script of the framework");
  const head = html.slice(0, headEnd);
  const links = (head.match(scriptLinks) ?? []).map((link) => link.replace(createNonceAttribute(nonce), ""));
  const values = [build, module.code, links.join(""), maxWaitMs].map(formatLiteral);
  const loader = `(${startScripts})(${values})`;
  const parts = [head.replace(scriptLinks, "")];
  let at = headEnd;
  for (const script of scripts) {
    const code = script === module ? loader : script.code;
    parts.push(html.slice(at, script.start), `<script>${code}</script>`);
    at = script.end;
  }
  parts.push(html.slice(at));
  const codes = scripts.map((script) => (script === module ? loader : script.code));
  return {
    html: parts.join("").replaceAll(createNonceAttribute(nonce), ""),
    scriptHashes: [...codes, module.code].map(hashScript),
  };
}

/** Finds the inline scripts with the nonce, in document order. */
function findInlineScripts(html: string, nonce: string): InlineScript[] {
  const attribute = createNonceAttribute(nonce);
  const scripts: InlineScript[] = [];
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, at + attribute.length)) {
    const start = html.lastIndexOf("<", at);
    const tagEnd = html.indexOf(">", at) + 1;
    const tag = html.slice(start, tagEnd);
    if (!tag.startsWith("<script") || tag.includes(" src=")) continue;
    const codeEnd = html.indexOf("</script>", tagEnd);
    const isModule = tag.includes(' type="module"');
    scripts.push({ start, end: codeEnd + "</script>".length, code: html.slice(tagEnd, codeEnd), isModule });
  }
  return scripts;
}

function createNonceAttribute(nonce: string): string {
  return ` nonce="${nonce}"`;
}

/** Formats a value as JavaScript in which `</script>` can't occur. */
function formatLiteral(value: string | number): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function hashScript(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}
