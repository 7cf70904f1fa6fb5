import type { ServerResponse } from "node:http";

const texts = {
  400: { status: "400 Bad Request", cn: "请求的地址无法识别。", en: "This address can't be read." },
  405: {
    status: "405 Method Not Allowed",
    cn: "这个地址不支持这种请求方式。",
    en: "This address doesn't take that kind of request.",
  },
  500: {
    status: "500 Internal Server Error",
    cn: "服务器内部错误，请稍后再试。",
    en: "Something went wrong. Please try again later.",
  },
};

/** The page of a server that can't render one: no scripts, no styles, both languages. */
export function lastResortPage(response: ServerResponse, code: keyof typeof texts): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, cn, en } = texts[code];
  const requestId = String(response.getHeader("X-Request-Id") ?? "");
  response.writeHead(code, {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'",
  });
  response.end(`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head>
<body><h1>${status}</h1><p>${cn}</p><p lang="en-US">${en}</p><p><a href="/">中文</a> <a href="/en" lang="en-US">English</a></p><p><code>${requestId}</code></p></body></html>
`);
}
