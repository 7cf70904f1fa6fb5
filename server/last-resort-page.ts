import type { ServerResponse } from "node:http";
import { bareContentPolicy } from "./security-headers.ts";

const texts = {
  400: { status: "400 Bad Request", cn: "请求的地址无法识别。", en: "This address can’t be read." },
  405: {
    status: "405 Method Not Allowed",
    cn: "这个地址不支持这种请求方式。",
    en: "This address doesn’t take that kind of request.",
  },
  408: { status: "408 Request Timeout", cn: "请求没有及时到达。", en: "The request took too long to arrive." },
  431: { status: "431 Request Header Fields Too Large", cn: "请求的地址太长。", en: "This address is too long." },
  500: {
    status: "500 Internal Server Error",
    cn: "服务器内部错误，请稍后再试。",
    en: "Something went wrong. Please try again later.",
  },
};

export type LastResortStatus = keyof typeof texts;

function headersFor(code: LastResortStatus): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": bareContentPolicy,
    ...(code === 405 && { Allow: "GET, HEAD, POST" }),
  };
}

/** The page of a server that can't render one: no scripts, no styles, both languages. */
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
  return [`HTTP/1.1 ${texts[code].status}`, ...lines, "", body].join("\r\n");
}

function html(code: LastResortStatus, requestId: string): string {
  const { status, cn, en } = texts[code];
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head>
<body><h1>${status}</h1><p>${cn}</p><p lang="en-US">${en}</p><p><a href="/">中文</a> <a href="/en" lang="en-US">English</a></p><p><code>${requestId}</code></p></body></html>
`;
}
