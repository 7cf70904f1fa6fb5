import { expect, inject, test } from "vitest";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";

/** Keywords, encoded for a query, that a search must treat as plain words. */
const hostileKeywords: Record<string, string> = {
  "an FTS operator": encodeURIComponent("黄芪 OR 当归 AND NOT x"),
  "an FTS column": encodeURIComponent("title:黄芪"),
  "an FTS distance": encodeURIComponent("NEAR(a b, 2)"),
  "an FTS prefix": encodeURIComponent("^黄芪*"),
  "FTS braces": encodeURIComponent("{title names} : x + y"),
  "an open parenthesis": encodeURIComponent("((("),
  "an open quotation mark": encodeURIComponent('"黄芪'),
  SQL: encodeURIComponent("'; DROP TABLE item; --"),
  "a script": encodeURIComponent("<script>alert(1)</script>"),
  "an attribute": encodeURIComponent('"><img src=x onerror=alert(1)>'),
  "a placeholder of messages": encodeURIComponent("{{q}} $t(search:title) {{- q}}"),
  "a reversed direction": encodeURIComponent("黄芪\u202egnp.exe"),
  "zero-width characters": encodeURIComponent("黄\u200b芪\ufeff"),
  NUL: "%00",
  "NUL in a word": "huang%00qi",
  "control characters": "%01%1b%7f%c2%85",
  "half a character": "%E9%BB",
  "half a surrogate pair": "%ED%A0%80",
  "bytes that aren't UTF-8": "%ff%fe",
  "a percent sign": "%",
  "a broken escape": "%zz%E",
  "an emoji": encodeURIComponent("🌿👩‍⚕️"),
  "Han characters beyond 16 bits": encodeURIComponent("𠀀𠀁"),
  "combining marks": `a${encodeURIComponent("\u0301".repeat(90))}`,
  "one long word": "x".repeat(100),
  "one long run": encodeURIComponent("黄".repeat(100)),
  "many words": encodeURIComponent("a 1 ".repeat(25).trim()),
  "many numbers": encodeURIComponent("123 ".repeat(25).trim()),
  "only punctuation": encodeURIComponent(".,;:!?…—「」"),
  "only spaces": "%20%09%E3%80%80",
  "a path": encodeURIComponent("../../etc/passwd"),
};

const site = { origin: inject("siteOrigin") };
const pages = ["/search?q=", "/en/news/list?keyword="];

test.each(Object.entries(hostileKeywords))(
  "%s is only searched for, never run or sent to the database as code",
  async (_name, keyword) => {
    for (const path of pages) {
      const { status, body } = await requestPlain(site, path + keyword);
      const html = body.toString();
      expect([path, status]).toEqual([path, 200]);
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<img src=x");
      for (const character of ["\u0000", "\u202e"]) expect(html).not.toContain(character);
    }
    const { status, headers, body } = await requestPlain(site, `/en/search/suggest?q=${keyword}`);
    expect(status).toBe(200);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(body.toString())).toEqual({ suggestions: expect.any(Array) as unknown });
  },
);

test("a keyword that looks like code still finds its results", async () => {
  for (const keyword of ['"黄芪"', "黄芪\u202e", "黄\u200b芪", "(黄芪", "黄芪*"]) {
    const { body } = await requestPlain(site, `/search?q=${encodeURIComponent(keyword)}`);
    expect(body.toString()).toContain("/product/info/huang-qi");
  }
});
