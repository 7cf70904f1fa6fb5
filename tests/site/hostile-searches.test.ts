import { expect, test } from "vitest";
import { hostileKeywords } from "../setup/hostile-keywords.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { setUpSite } from "../setup/site.ts";

const site = setUpSite({ LOG_LEVEL: "warn" });
const pages = ["/search?q=", "/en/search?q=", "/product/list?keyword=", "/en/news/list?keyword="];
const suggestions = ["/search/suggest?q=", "/en/search/suggest?q="];

test.each(Object.entries(hostileKeywords))("%s is only searched for", async (_name, keyword) => {
  for (const path of pages) {
    const { status, body } = await requestPlain(site, path + keyword);
    const html = body.toString();
    expect([path, status]).toEqual([path, 200]);
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
    for (const character of ["\u0000", "\u202e"]) expect(html).not.toContain(character);
  }
  for (const path of suggestions) {
    const { status, headers, body } = await requestPlain(site, path + keyword);
    expect([path, status]).toEqual([path, 200]);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(body.toString())).toEqual({ suggestions: expect.any(Array) as unknown });
  }
});

test("a keyword that looks like code still finds its results", async () => {
  for (const keyword of ['"黄芪"', "黄芪\u202e", "黄\u200b芪", "(黄芪", "黄芪*"]) {
    const { body } = await requestPlain(site, `/search?q=${encodeURIComponent(keyword)}`);
    expect(body.toString()).toContain("/product/info/huang-qi");
  }
});
