import { hash } from "node:crypto";
import { startScripts } from "./start-script.ts";

const preloadLinkPattern = /<link rel="modulepreload"[^<>]*\/>/g;

const maxWaitMs = 3000;

/** Thrown if the framework's HTML has an unexpected structure. */
export class UnknownPageError extends Error {
  override name = "UnknownPageError";
}

/**
 * Defers the scripts until the first paint: the framework would preload them before text, styles and pictures. Every
 * page works before they load; `startScripts` decides when to load them.
 * Only scripts with this render's nonce belong to the site. An injected script has none, so the policy doesn't list it.
 * The nonces are removed, because the page is cached.
 * @returns the page, and the `'sha256-…'` sources of its inline scripts for the content security policy
 * @throws UnknownPageError if the framework's links and script aren't found
 */
export function deferScripts(html: string, nonce: string, build: string): { html: string; scriptHashes: string[] } {
  const nonceAttribute = ` nonce="${nonce}"`;
  const links = (html.match(preloadLinkPattern) ?? []).map((link) => link.replace(nonceAttribute, ""));
  const codes: string[] = [];
  let startCode: string | undefined;
  const parts = html
    .replaceAll(preloadLinkPattern, "")
    .split("</script>")
    .map((part) => {
      const { before, attributes, code } = splitAtScript(part);
      if (!attributes.includes(nonceAttribute) || attributes.includes(" src=")) return part;
      const isModule = attributes.includes(' type="module"');
      if (isModule) startCode = code;
      const values = [build, code, links.join(""), maxWaitMs];
      const inlineCode = isModule ? `(${startScripts})(${values.map(formatLiteral)})` : code;
      codes.push(inlineCode);
      return `${before}<script>${inlineCode}`;
    });
  if (startCode === undefined || links.length === 0)
    throw new UnknownPageError("the page lacks the script or the preloads of the framework");
  return {
    html: parts.join("</script>").replaceAll(nonceAttribute, ""),
    scriptHashes: [...codes, startCode].map(hashScript),
  };
}

/** Splits HTML that ends with a script whose closing tag has been removed. */
function splitAtScript(html: string): { before: string; attributes: string; code: string } {
  const start = html.indexOf("<script");
  const end = html.indexOf(">", start);
  if (start < 0) return { before: html, attributes: "", code: "" };
  return { before: html.slice(0, start), attributes: html.slice(start, end), code: html.slice(end + 1) };
}

/** Formats a value as JavaScript without `</script>`. */
function formatLiteral(value: string | number): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function hashScript(code: string): string {
  return `'sha256-${hash("sha256", code, "base64")}'`;
}
