import { expect, test } from "vitest";
import { normalisePath, normaliseWord } from "./missed-searches.ts";

test.each([
  ["  Zebra   Root ", "zebra root"],
  ["ＱＧ－Ｐ－０９９９", "qg-p-0999"],
  ["冬虫夏草", "冬虫夏草"],
  ["2025 pharmacopoeia", "2025 pharmacopoeia"],
  ["a\u202eb\0c", "a b c"],
])("%j is normalised to %j", (input, word) => {
  expect(normaliseWord(input)).toBe(word);
});

test.each([
  ["anna@example.com"],
  ["13800138000"],
  ["138 0013 8000"],
  ["+86-138-0013-8000"],
  ["一三八零零一三八零零零"],
  ["110101199003077758"],
  ["上海市南京西路"],
  ["人民路12号3室"],
  ["12 High Street"],
  ["https://example.com/x"],
  ["微信 herbfan"],
  ["anna%40example.com"],
  ["anna%2540example.com"],
  ["8f14e45fceea167a5a36"],
  ["字".repeat(41)],
  [" "],
])("%j is not counted", (input) => {
  expect(normaliseWord(input)).toBeUndefined();
});

test.each([
  ["/old/huangqi.html", "/old/huangqi.html"],
  ["/%E4%BA%A7%E5%93%81", "/产品"],
  ["/show.asp", "/show.asp"],
  ["/news/20190512.html", "/news/20190512.html"],
  ["/news/2019/05/12345.html", "/news/2019/05/12345.html"],
  ["/case/H1N1.html", "/case/H1N1.html"],
  ["/OldProductListPage.aspx", "/OldProductListPage.aspx"],
  ["/u/%25", "/u/%"],
  ["/upload/2019/COA.pdf", "/upload/2019/COA.pdf"],
  ["/reset", "/reset"],
  ["/chinese-herbal-pieces-and-extracts-2019", "/chinese-herbal-pieces-and-extracts-2019"],
  ["/traditionalchinesemedicine", "/traditionalchinesemedicine"],
])("the address %s is counted as %s", (path, counted) => {
  expect(normalisePath(path)).toBe(counted);
});

test.each([
  ["/.env"],
  ["/a/.git/config"],
  ["/wp-login.php"],
  ["/u/13800138000"],
  ["/u/anna@example.com"],
  ["/138-1234-5678"],
  ["/138_1234_5678"],
  ["/%EF%BC%91%EF%BC%93%EF%BC%98%EF%BC%90%EF%BC%90%EF%BC%91%EF%BC%93%EF%BC%98%EF%BC%90%EF%BC%90%EF%BC%90"],
  ["/u/anna%EF%BC%A0example.com"],
  ["/WeChat:abc123456"],
  ["/上海市南京西路"],
  ["/reset/8f14e45fceea167a5a36dedd4bea2543"],
  ["/reset/V1StGXR8Z5jdHi6BmyT2kq"],
  ["/reset/f47ac10b-58cc-4372-a567-0e02b2c3d479"],
  [`/${"a".repeat(200)}`],
  // Addresses may be encoded more than once, or partly.
  ["/mail/john%2540doe.com"],
  ["/x/john%252540doe.com"],
  ["/x/john%EF%BC%8540doe.com"],
  ["/x/%ff%40john"],
  ["/x/%25%32%35%34%30john"],
  ["/x/138%2530013%25388000"],
  // The path of an account is personal, and random characters may be a token.
  ["/reset/3f2a"],
  ["/password-reset/abc"],
  ["/user/zhang-san"],
  ["/x/3f2a9c1b"],
  ["/x/aB3xY9"],
  ["/x/eyJhbGciOiJub25lIn0.e30."],
  // Programs, not people, request these paths.
  ["/favicon.ico"],
  ["/apple-touch-icon.png"],
  ["/apple-app-site-association"],
  ["/assets/index.js"],
  ["/client-errors"],
  ["/api/settings"],
  ["/search/suggest"],
  ["/_next/data"],
  ["/ads.txt"],
])("the address %s is not counted", (path) => {
  expect(normalisePath(path)).toBeUndefined();
});
