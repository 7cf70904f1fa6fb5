import { createHash } from "node:crypto";

/** Links that fetch scripts. */
const scriptLinks = /<link rel="modulepreload"[^<>]*\/>/g;

/** Milliseconds after which scripts are loaded whatever the page is still waiting for. */
const maxWait = 3000;

/** An inline script of the page: where it stands, and what is in it. */
type InlineScript = { start: number; end: number; code: string; isModule: boolean };

/** The framework's page isn't what this module knows. */
export class UnknownPageError extends Error {
  override name = "UnknownPageError";
}

/**
 * Has a page fetch its scripts once it stands: nothing that only they need competes with its text, styles and pictures,
 * and everything works before they come. The framework's own order is the other way round.
 *
 * Only scripts with this render's nonce are the site's own, so that one which got into the page otherwise isn't named by
 * the policy. The nonce itself is taken out: the same page is sent to many.
 * @returns the page, and the `'sha256-…'` sources of its inline scripts for the content security policy
 * @throws UnknownPageError where the framework's script isn't found
 */
export function withLateScripts(html: string, nonce: string): { html: string; scriptHashes: string[] } {
  const scripts = inlineScripts(html, nonce);
  const module = scripts.find(({ isModule }) => isModule);
  const headEnd = html.indexOf("</head>");
  if (!module || headEnd < 0) throw new UnknownPageError("the page has no script of the framework");
  const head = html.slice(0, headEnd);
  const links = (head.match(scriptLinks) ?? []).map((link) => link.replace(nonceAttribute(nonce), ""));
  const loader = loaderOf(links.join(""), module.code);
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
    html: parts.join("").replaceAll(nonceAttribute(nonce), ""),
    scriptHashes: [...codes, module.code].map(hashOf),
  };
}

/** Scripts in the body that carry the nonce, in their order. */
function inlineScripts(html: string, nonce: string): InlineScript[] {
  const attribute = nonceAttribute(nonce);
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

function nonceAttribute(nonce: string): string {
  return ` nonce="${nonce}"`;
}

/**
 * The script that fetches scripts: when the page is loaded and its first paint is to be seen, or is taking long. A page without
 * pictures is loaded before its first paint; a hidden one is never painted, and has the time. A browser that doesn't tell of
 * paints is asked for a frame.
 *
 * It also makes the one policy by which the page's scripts may write HTML (Trusted Types): no markup that runs code, no
 * script but the one that starts the site, and data for search engines, which is JSON and runs nothing.
 */
function loaderOf(links: string, start: string): string {
  const literal = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");
  return [
    `(function(){var d=document,done,start=${literal(start)},T=window.trustedTypes;`,
    `if(T&&T.createPolicy)T.createPolicy("default",{`,
    String.raw`createHTML:function(h){return /<(script(?!>\x3c\/script>$)|iframe|object|embed|base|meta|form)\b|<[^>]*[\s"'\/]on\w+\s*=|<[^>]*=\s*["']?\s*javascript:/i.test(h)?null:h},`,
    `createScript:function(s){if(s!==start)try{JSON.parse(s)}catch(e){return null}return s},`,
    `createScriptURL:function(u){return new URL(u,d.baseURI).origin===location.origin?u:null}});`,
    `function go(){if(done)return;done=1;d.head.insertAdjacentHTML("beforeend",${literal(links)});`,
    `var s=d.createElement("script");s.type="module";s.textContent=start;d.body.appendChild(s)}`,
    `function soon(){requestAnimationFrame(function(){setTimeout(go)})}`,
    `addEventListener("load",function(){var P=window.PerformanceObserver;`,
    `if(P&&(P.supportedEntryTypes||[]).indexOf("paint")>=0)new P(function(_,p){p.disconnect();soon()}).observe({type:"paint",buffered:true});`,
    `else soon()});setTimeout(go,${maxWait})})()`,
  ].join("");
}

function hashOf(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}
