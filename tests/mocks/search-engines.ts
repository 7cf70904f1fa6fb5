import { appendFileSync } from "node:fs";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";

/** Module that is loaded before the site: search engines that accept everything, and write the requests into a file. */
const record = async ({ request }: { request: Request }) => {
  const line = { host: new URL(request.url).host, body: await request.text() };
  appendFileSync(process.env["SEARCH_ENGINE_FILE"]!, `${JSON.stringify(line)}\n`);
  return HttpResponse.json({ remain: 99, success: 1 });
};

setupServer(
  http.post("https://api.indexnow.org/indexnow", record),
  http.post("http://data.zz.baidu.com/urls", record),
).listen({ onUnhandledFrame: "bypass" });
