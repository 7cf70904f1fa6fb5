import { expect, test, vi } from "vitest";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import type { Message } from "#app/services/content/problems/problem.ts";
import { openPublicFiles } from "./public-files.ts";
import { listRedirectCandidates } from "./redirect-addresses.ts";
import { checkRedirects } from "./redirects.ts";
import { redirectsFileSchema } from "./schemas/content-schema.ts";
import { createSitePaths } from "./site-paths.ts";

const page = "/product/info/huang-qi";
const categories = Object.fromEntries(
  kinds.map((kind) => [kind, kind === "product" ? [{ slug: "pieces/roots" }] : []]),
);
const site = createSitePaths(categories as Record<Kind, { slug: string }[]>, ["product/huang-qi", "product/dang-gui"], {
  files: openPublicFiles(""),
});

/** Returns the keys of the problems of these entries, each with its field. */
function check(...entries: object[]): string[] {
  const result = redirectsFileSchema.safeParse(entries);
  if (!result.success) return result.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  const problems: string[] = [];
  const data = {
    value: result.data,
    locate: () => ({ file: "", line: 1, field: "" }),
    report: (path: PropertyKey[], message: Message | undefined) => {
      if (message) problems.push(`${path.join(".")} ${(message as { key: string }).key}`);
    },
  };
  checkRedirects(data, site, new Set(["product/dang-gui"]));
  return problems;
}

test.each([
  ["to an item", "/old/huangqi.html", page],
  ["to a category", "/product/list/roots", "/product/list/pieces/roots"],
  ["to a page", "/about.html", "/about-us"],
  ["to a file", "/old.pdf", "/files/huang-qi-en.pdf"],
  ["from a Chinese address", "/产品/黄芪", page],
  ["from an address with a query", "/show.asp?id=12", page],
])("a redirect %s is accepted", (_what, from, to) => {
  expect(check({ from, to })).toEqual([]);
});

test.each([
  [
    "another redirect",
    [
      { from: "/a", to: "/b" },
      { from: "/b", to: page },
    ],
    ["0.to noPage"],
  ],
  ["itself", [{ from: "/a", to: "/a/" }], ["0.to noPage"]],
  ["a missing page", [{ from: "/a", to: "/product/info/none" }], ["0.to noPage"]],
  ["a page with a prefix", [{ from: "/a", to: "/en/about-us" }], ["0.to noPage"]],
  ["a draft", [{ from: "/a", to: "/product/info/dang-gui" }], ["0.to redirectDraft"]],
  ["another site", [{ from: "/a", to: "//other.example" }], ["0.to redirectTarget"]],
  ["nowhere", [{ from: "/a" }], ["0.to redirectOrGone"]],
  ["a page that is also `gone`", [{ from: "/a", to: page, gone: true }], ["0.to redirectOrGone"]],
  [
    "a page in an unknown language",
    [{ from: "/a", to: "/", only: "fr" }],
    [expect.stringMatching(/^0\.only .*"cn"\|"en"/)],
  ],
])("a redirect to %s is reported", (_what, entries, problems) => {
  expect(check(...entries)).toEqual(problems);
});

test("only an unused address may be marked as gone, and a draft's address may be redirected", () => {
  expect(check({ from: "/a", gone: true }, { from: "/product/info/dang-gui", to: page })).toEqual([]);
  expect(check({ from: page, gone: true })).toEqual(["0.from redirectUsed"]);
});

test.each([
  ["an item", "/product/info/huang-qi/", "redirectUsed"],
  ["the front page", "/", "redirectUsed"],
  ["a page with a query", "/about-us?id=1", "redirectUsed"],
  ["a file that the site generates", "/robots.txt", "redirectUsed"],
  ["an existing file", "/logo.svg", "redirectUsed"],
  ["an address with a prefix", "/en/a", "redirectPrefix"],
  ["a section of a page", "/a#id", "redirectSource"],
  ["all addresses of a folder", "/old/*", "redirectPattern"],
  ["an address with a placeholder", "/old/:id.html", "redirectPattern"],
])("a redirect from %s is reported", (_what, from, key) => {
  expect(check({ from, to: page })).toEqual([`0.from ${key}`]);
});

test("a second redirect from the same address in the same language is reported, even if the address is spelled differently", () => {
  expect(check({ from: "/a", to: "/" }, { from: "/%61/", to: page })).toEqual(["1.from duplicate"]);
  expect(check({ from: "/a", to: "/" }, { from: "/a", to: page, only: "en" })).toEqual(["1.from duplicate"]);
  expect(check({ from: "/a?x=1&y=2", to: "/" }, { from: "/a?y=2&x=1", to: page })).toEqual(["1.from duplicate"]);
  expect(check({ from: "/a", to: "/", only: "cn" }, { from: "/a", to: page, only: "en" })).toEqual([]);
});

test("a long query is serialised only once for all candidate redirects", () => {
  const toStringSpy = vi.spyOn(URLSearchParams.prototype, "toString");
  const candidates = listRedirectCandidates("/a", `?${"x&".repeat(400)}`);
  const lengths = toStringSpy.mock.results.map(({ value }) => (value as string).length);
  toStringSpy.mockRestore();
  expect(lengths.filter((length) => length > 400)).toHaveLength(1);
  expect(candidates.map(({ getRest }) => getRest().length)).toEqual([0, ...Array<number>(8).fill(1197), 801]);
});
