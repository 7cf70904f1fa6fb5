import { createHash } from "node:crypto";

type Bytes = Buffer<ArrayBuffer>;

/** Links that fetch scripts. */
const scriptLinks = /<link rel="modulepreload"[^>]*\/>/g;

const headEnd = "</head>";
const scriptStart = "<script>";
const scriptEnd = "</script>";
const moduleScriptStart = '<script type="module" async="">';

/** Milliseconds after which scripts are loaded whatever the page is still waiting for. */
const longestWait = 3000;

/**
 * Has a page fetch its scripts once it stands: nothing that only they need competes with its text, styles and pictures,
 * and everything works before they come. The framework's own order is the other way round. Of the page only its head is
 * made a text: it has 50 KB.
 * @returns the page, and the `'sha256-…'` sources of its inline scripts for the content security policy
 */
export function withLateScripts(html: Bytes): { html: Bytes; scriptHashes: string[] } {
  const at = html.indexOf(moduleScriptStart);
  if (at < 0) return { html, scriptHashes: hashesIn(html) };
  const end = html.indexOf(scriptEnd, at);
  const start = html.toString("utf8", at + moduleScriptStart.length, end);
  const headSize = Math.max(0, html.indexOf(headEnd));
  const head = html.toString("utf8", 0, headSize);
  const { loader, hash } = loaderOf((head.match(scriptLinks) ?? []).join(""), start);
  const late = Buffer.concat([
    Buffer.from(head.replace(scriptLinks, "")),
    html.subarray(headSize, at),
    loader,
    html.subarray(end + scriptEnd.length),
  ]);
  return { html: late, scriptHashes: [...hashesIn(late), hash] };
}

/** The element that fetches scripts, and the hash of the script that it starts. */
type Loader = { loader: Bytes; hash: string };

/** There are as many as screens; a bound, should there ever be more. */
const mostLoaders = 500;
const loaders = new Map<string, Loader>();

/**
 * The script that fetches scripts: when the page is loaded and its first paint is to be seen, or is taking long. A page without
 * pictures is loaded before its first paint; a hidden one is never painted, and has the time. A browser that doesn't tell of
 * paints is asked for a frame.
 */
function loaderOf(links: string, start: string): Loader {
  const key = links + start;
  const known = loaders.get(key);
  if (known) return known;
  const literal = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");
  const script = `(function(){var d=document,done;function go(){if(done)return;done=1;d.head.insertAdjacentHTML("beforeend",${literal(links)});var s=d.createElement("script");s.type="module";s.textContent=${literal(start)};d.body.appendChild(s)}function soon(){requestAnimationFrame(function(){setTimeout(go)})}addEventListener("load",function(){var P=window.PerformanceObserver;if(P&&(P.supportedEntryTypes||[]).indexOf("paint")>=0)new P(function(_,p){p.disconnect();soon()}).observe({type:"paint",buffered:true});else soon()});setTimeout(go,${longestWait})})()`;
  const made = { loader: Buffer.from(scriptStart + script + scriptEnd), hash: hashOf(start) };
  if (loaders.size >= mostLoaders) loaders.clear();
  loaders.set(key, made);
  return made;
}

function hashesIn(html: Bytes): string[] {
  const hashes: string[] = [];
  for (let at = html.indexOf(scriptStart); at >= 0;) {
    const end = html.indexOf(scriptEnd, at);
    if (end < 0) break;
    hashes.push(hashOf(html.subarray(at + scriptStart.length, end)));
    at = html.indexOf(scriptStart, end);
  }
  return hashes;
}

function hashOf(code: string | Bytes): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}
