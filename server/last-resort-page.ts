import type { ServerResponse } from "node:http";
import { lastResort } from "../app/i18n/last-resort.ts";
import { retryAfterSeconds } from "../app/platform/http-cache.ts";
import { bareContentPolicy } from "./security-headers.ts";

const statuses = {
  400: "400 Bad Request",
  405: "405 Method Not Allowed",
  408: "408 Request Timeout",
  414: "414 URI Too Long",
  429: "429 Too Many Requests",
  431: "431 Request Header Fields Too Large",
  500: "500 Internal Server Error",
  503: "503 Service Unavailable",
};

export type LastResortStatus = keyof typeof statuses;

function headersFor(code: LastResortStatus): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": bareContentPolicy,
    ...(code === 405 && { Allow: "GET, HEAD, POST" }),
    ...((code === 429 || code === 503) && { "Retry-After": String(retryAfterSeconds) }),
  };
}

/** The page of a server that can't render one: no scripts, no styles, every language. */
export function lastResortPage(response: ServerResponse, code: LastResortStatus): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(code, headersFor(code));
  response.end(html(code, String(response.getHeader("X-Request-Id") ?? "")));
}

/** The same as bytes for a connection whose request couldn't even be read. @param common headers of every answer */
export function lastResortMessage(
  code: LastResortStatus,
  requestId: string,
  common: Readonly<Record<string, string>>,
): string {
  const body = html(code, requestId);
  const own = { "X-Request-Id": requestId, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries({ ...common, ...headersFor(code), ...own }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${statuses[code]}`, ...lines, "", body].join("\r\n");
}

function html(code: LastResortStatus, requestId: string): string {
  const status = statuses[code];
  const [first] = lastResort;
  const langOf = (language: string) => (language === first!.language ? "" : ` lang="${language}"`);
  const texts = lastResort.map(({ language, texts: own }) => `<p${langOf(language)}>${own[code]}</p>`).join("");
  const ways = lastResort
    .map(({ language, label, home }) => `<a href="${home}"${langOf(language)}>${label}</a>`)
    .join(" ");
  return `<!doctype html>
<html lang="${first!.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head>
<body><h1>${status}</h1>${texts}<p>${ways}</p><p><code>${requestId}</code></p></body></html>
`;
}
