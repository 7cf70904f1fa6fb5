import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listen } from "../setup/listening-server.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

test("what was published is announced once to each search engine, and the key's file is served", async () => {
  const requests: { host: string; body: string }[] = [];
  const start = (host: string) =>
    listen(async (request, response) => {
      requests.push({ host, body: await readText(request) });
      response.end('{"remain":99,"success":1}');
    });
  const hosts = { "api.indexnow.org": await start("indexnow"), "data.zz.baidu.com": await start("baidu") };
  const { folder, content, publish, start: startSite, dispose } = createSiteFolder();
  const DATA_DIR = join(folder, "data");
  const site = await startSite({
    DATA_DIR,
    SITE_URL: "https://www.example",
    INDEXNOW_KEY: "0123abcd-0123",
    BAIDU_PUSH_TOKEN: "token1",
    NODE_OPTIONS: `--import=${resolve("tests/setup/redirected-hosts.ts")}`,
    REDIRECTED_HOSTS: JSON.stringify(
      Object.fromEntries(Object.entries(hosts).map(([host, port]) => [host, `http://127.0.0.1:${port}`])),
    ),
  });
  try {
    const keyFile = await fetch(`${site.origin}/0123abcd-0123.txt`);
    expect([keyFile.headers.get("Content-Type"), await keyFile.text()]).toEqual([
      "text/plain; charset=utf-8",
      "0123abcd-0123",
    ]);
    appendFileSync(join(content, "news/bozhou-fair/index.en.md"), "\nA new paragraph.\n");
    expect(requests).toEqual([]);
    publish({ DATA_DIR });
    await expect.poll(() => requests.length).toBe(2);
    const url = "https://www.example/en/news/info/bozhou-fair";
    const bodies = new Map(requests.map(({ host, body }) => [host, body]));
    expect(bodies.get("baidu")).toBe(url);
    expect(JSON.parse(bodies.get("indexnow")!)).toMatchObject({ host: "www.example", urlList: [url] });
  } finally {
    await site.stop();
    dispose();
  }
});
