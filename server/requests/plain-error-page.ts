import { STATUS_CODES, type ServerResponse } from "node:http";
import { getErrorStatus } from "#app/http/responses.ts";
import { plainErrorTexts } from "#app/i18n/messages.server.ts";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { retryAfterSeconds } from "#app/services/runtime/web/http-cache.ts";
import { strictContentPolicy } from "./security-headers.ts";

export type PlainErrorStatus = 400 | 405 | 408 | 413 | 414 | 429 | 431 | 500 | 503;

function createHeaders(code: PlainErrorStatus): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": strictContentPolicy,
    ...(code === 405 && { Allow: "GET, HEAD, POST" }),
    ...((code === 429 || code === 503) && { "Retry-After": String(retryAfterSeconds) }),
  };
}

/** Sends an error page without scripts and styles, in every language, for cases where the site can't render its own. */
export function sendPlainErrorPage(response: ServerResponse, code: PlainErrorStatus, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(code, createHeaders(code));
  response.end(renderPlainErrorPage(code, requestId));
}

export function sendFailure(response: ServerResponse, error: unknown, requestId: string, log: Log): void {
  if (error instanceof QueueFullError) {
    log.warn({ requestId }, "too many pages are waiting to be rendered");
    return sendPlainErrorPage(response, 503, requestId);
  }
  // An error with a status means that a call failed for a file, such as the sitemap. The site has logged that error.
  // The status is 503 if the API is unavailable.
  const status = getErrorStatus(error);
  if (status === undefined) log.error({ requestId, err: error }, "unexpected error");
  sendPlainErrorPage(response, status === 503 ? 503 : 500, requestId);
}

/** Creates the page as raw HTTP, for a connection with an unparseable request. */
export function createPlainErrorMessage(
  code: PlainErrorStatus,
  requestId: string,
  commonHeaders: Readonly<Record<string, string>>,
): string {
  const body = renderPlainErrorPage(code, requestId);
  const responseHeaders = { "X-Request-Id": requestId, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries({ ...commonHeaders, ...createHeaders(code), ...responseHeaders }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`HTTP/1.1 ${code} ${STATUS_CODES[code]}`, ...lines, "", body].join("\r\n");
}

/** @param requestId missing on proxies' pages (`deploy/errors`) */
export function renderPlainErrorPage(code: PlainErrorStatus, requestId?: string): string {
  // For 413, Node has the name of an older RFC.
  const status = `${code} ${code === 413 ? "Content Too Large" : STATUS_CODES[code]}`;
  const [first] = plainErrorTexts;
  const createLangAttribute = (language: string) => (language === first!.language ? "" : ` lang="${language}"`);
  const texts = plainErrorTexts
    .map(({ language, texts: localTexts }) => `<p${createLangAttribute(language)}>${localTexts[code]}</p>`)
    .join("");
  const links = plainErrorTexts
    .map(({ language, label, home }) => `<a href="${home}"${createLangAttribute(language)}>${label}</a>`)
    .join(" ");
  const id = requestId === undefined ? "" : `<p><code>${requestId}</code></p>`;
  return `<!doctype html>
<html lang="${first!.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head>
<body><h1>${status}</h1>${texts}<p>${links}</p>${id}</body></html>
`;
}
