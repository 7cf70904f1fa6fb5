import { createHash } from "node:crypto";

/** Links that fetch what only scripts need. */
const scriptLinks = /<link rel="(?:modulepreload|preload" as="fetch)"[^>]*\/>/g;

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;

const inlineScript = /<script>([\s\S]*?)<\/script>/g;

/** Milliseconds after which scripts are loaded whatever the page is still waiting for. */
const longestWait = 3000;

/**
 * Has a page fetch its scripts once it stands: nothing that only they need competes with its text, styles and pictures,
 * and everything works before they come. The framework's own order is the other way round.
 * @returns the page, and the `'sha256-…'` sources of its inline scripts for the content security policy
 */
export function withLateScripts(html: string): { html: string; scriptHashes: string[] } {
  const links = html.match(scriptLinks) ?? [];
  const start = moduleScript.exec(html)?.[1];
  if (start === undefined) return { html, scriptHashes: hashesIn(html) };
  const loader = loaderOf(links.join(""), start);
  const late = html.replace(scriptLinks, "").replace(moduleScript, () => `<script>${loader}</script>`);
  return { html: late, scriptHashes: [...hashesIn(late), hashOf(start)] };
}

/** The script that fetches scripts: when the page is loaded, or is taking long. */
function loaderOf(links: string, start: string): string {
  const literal = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");
  return `(function(){var d=document,done;function go(){if(done)return;done=1;d.head.insertAdjacentHTML("beforeend",${literal(links)});var s=d.createElement("script");s.type="module";s.textContent=${literal(start)};d.body.appendChild(s)}addEventListener("load",function(){setTimeout(go)});setTimeout(go,${longestWait})})()`;
}

function hashesIn(html: string): string[] {
  return [...html.matchAll(inlineScript)].map(([, code]) => hashOf(code!));
}

function hashOf(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}
