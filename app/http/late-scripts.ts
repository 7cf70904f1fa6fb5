import { createHash } from "node:crypto";
import { startScripts } from "../components/document/start-script.ts";

/** The links that preload scripts, and all scripts, with their attributes and their code. */
const linksAndScripts = /<link rel="modulepreload"[^<>]*\/>|<script([^>]*)>([^]*?)<\/script>/g;

const maxWaitMs = 3000;

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
 * @throws UnknownPageError if the framework's links and script aren't found in their order
 */
export function deferScripts(html: string, nonce: string, build: string): { html: string; scriptHashes: string[] } {
  const nonceAttribute = ` nonce="${nonce}"`;
  const links: string[] = [];
  const codes: string[] = [];
  let start: string | undefined;
  const page = html.replaceAll(linksAndScripts, (element: string, attributes: string | undefined, code: string) => {
    if (attributes === undefined) {
      links.push(element.replace(nonceAttribute, ""));
      return "";
    }
    if (!attributes.includes(nonceAttribute) || attributes.includes(" src=")) return element;
    let ownCode = code;
    if (attributes.includes(' type="module"')) {
      start = code;
      ownCode = `(${startScripts})(${[build, code, links.join(""), maxWaitMs].map(formatLiteral)})`;
    }
    codes.push(ownCode);
    return `<script>${ownCode}</script>`;
  });
  if (start === undefined || links.length === 0) throw new UnknownPageError("the page has no script of the framework");
  return { html: page.replaceAll(nonceAttribute, ""), scriptHashes: [...codes, start].map(hashScript) };
}

/** Formats a value as JavaScript in which `</script>` can't occur. */
function formatLiteral(value: string | number): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function hashScript(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}
