import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

test("a release is announced once to each search engine, and the key's file is served", async () => {
  const { folder, content, publish, start, dispose } = createSiteFolder();
  const [DATA_DIR, SEARCH_ENGINE_FILE] = [join(folder, "data"), join(folder, "requests")];
  const readRequests = () =>
    (existsSync(SEARCH_ENGINE_FILE) ? readFileSync(SEARCH_ENGINE_FILE, "utf8").trim().split("\n") : [])
      .map((line) => JSON.parse(line) as { host: string; body: string })
      .sort((a, b) => (a.host < b.host ? -1 : 1));
  const site = await start({
    ...{ DATA_DIR, SEARCH_ENGINE_FILE },
    SITE_URL: "https://www.example",
    INDEXNOW_KEY: "0123abcd-0123",
    BAIDU_PUSH_TOKEN: "token1",
    NODE_OPTIONS: `--import=${resolve("tests/mocks/search-engines.ts")}`,
  });
  try {
    const keyFile = await fetch(`${site.origin}/0123abcd-0123.txt`);
    expect([keyFile.headers.get("Content-Type"), await keyFile.text()]).toEqual([
      "text/plain; charset=utf-8",
      "0123abcd-0123",
    ]);
    appendFileSync(join(content, "news/bozhou-fair/index.en.md"), "\nA new paragraph.\n");
    expect(readRequests()).toEqual([]);
    publish({ DATA_DIR });
    await expect.poll(readRequests).toHaveLength(2);
    const [indexNow, baidu] = readRequests();
    const url = "https://www.example/en/news/info/bozhou-fair";
    expect(JSON.parse(indexNow!.body)).toMatchObject({ host: "www.example", urlList: [url] });
    expect(baidu).toEqual({ host: "data.zz.baidu.com", body: url });
  } finally {
    await site.stop();
    dispose();
  }
});
