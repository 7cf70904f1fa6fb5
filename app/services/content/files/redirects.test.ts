import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testContent } from "../../../../tests/setup/test-content.ts";
import { compileTestContent } from "../../../../tests/setup/compiled-content.ts";
import { readYaml } from "./content-file.ts";
import { readContentFolder } from "./content-folder.ts";
import { listDrafts, listSlugs } from "../checks/content-references.ts";
import { redirectsFileSchema } from "./redirects-schema.ts";
import { findRedirectProblems } from "./redirects.ts";
import { createSitePaths, type SitePaths } from "./site-paths.ts";

// Each test reads or copies the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let folder: string;
let site: SitePaths;
let drafts: Set<string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
  cpSync(testContent, folder, { recursive: true });
  const draft = join(folder, "product/dang-gui/item.yaml");
  writeFileSync(draft, `${readFileSync(draft, "utf8")}\ndraft: true\n`);
  const { categories, items } = readContentFolder(folder).source;
  const allItems = [...items];
  drafts = listDrafts(allItems);
  const ids = allItems.map(({ kind, id }) => `${kind}/${id}`);
  site = createSitePaths(listSlugs(categories), ids);
});
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = { from: string; to: string; only?: string };

/** Returns the problems of these entries, each with its line. */
function getProblems(...entries: (Entry | string)[]): string[] {
  const lines = entries.map((entry) => {
    if (typeof entry === "string") return entry;
    const { from, to, only } = entry;
    return `- from: ${from}\n  to: ${to}\n${only ? `  only: ${only}\n` : ""}`;
  });
  writeFileSync(join(folder, "redirects.yaml"), lines.join(""));
  const { data, problems } = readYaml(join(folder, "redirects.yaml"), redirectsFileSchema);
  const allProblems = data ? findRedirectProblems(data, site, drafts) : problems;
  return allProblems.map(({ line, field, message }) => `${line} ${field} ${message}`);
}

const page = "/product/info/huang-qi";

test.each([
  ["an item", "/old/huangqi.html", page],
  ["a category", "/product/list/roots", "/product/list/pieces/roots"],
  ["an item that was renamed", "/product/info/huangqi", page],
  ["a page", "/about.html", "/about-us"],
  ["a file", "/old.pdf", "/files/huang-qi-en.pdf"],
  ["a Chinese address", "/产品/黄芪", page],
])("an old address may lead to %s", (_what, from, to) => {
  expect(getProblems({ from, to })).toEqual([]);
});

test.each([
  ["a loop of one", [{ from: "/a", to: "/a" }], /^2 \[0\]\.to \/a leads to itself/],
  [
    "a loop",
    [
      { from: "/a", to: "/b" },
      { from: "/b", to: "/a/" },
    ],
    /^2 \[0\]\.to \/b leads back here by other/,
  ],
  [
    "a chain",
    [
      { from: "/a", to: "/b" },
      { from: "/b", to: page },
    ],
    /^2 \[0\]\.to \/b is itself redirected: write \/product\/info\/huang-qi directly/,
  ],
  [
    "an address copied from HTML",
    [{ from: "/show.asp?x=1&amp;y=2", to: page }],
    /^1 \[0\]\.from has &amp;, which is HTML: write & alone$/,
  ],
  [
    "a page that isn't there",
    [{ from: "/a", to: "/product/info/hunag-qi" }],
    /^2 \[0\]\.to there is no page \/product\/info\/hunag-qi: did you mean \/product\/info\/huang-qi\?/,
  ],
  [
    "a draft",
    [{ from: "/a", to: "/product/info/dang-gui" }],
    /^2 \[0\]\.to \/product\/info\/dang-gui is a draft, which nobody can open: write another page, or publish it first/,
  ],
  [
    "an address that is a page",
    [{ from: "/product/info/huang-qi/", to: "/" }],
    /^1 \[0\]\.from \/product\/info\/huang-qi\/ is a page/,
  ],
  ["a draft's own address", [{ from: "/product/info/dang-gui", to: "/" }], /^1 \[0\]\.from .* is a page/],
  ["the front page", [{ from: "/", to: "/about-us" }], /^1 \[0\]\.from \/ is a page/],
  [
    "what the site needs",
    [{ from: "/robots.txt", to: "/" }],
    /^1 \[0\]\.from \/robots\.txt is an address that the site needs/,
  ],
  [
    "a file that is there",
    [{ from: "/logo.svg", to: "/" }],
    /^1 \[0\]\.from \/logo\.svg is an address that the site needs/,
  ],
  [
    "the same twice",
    [
      { from: "/a", to: "/" },
      { from: "/%61/", to: page },
    ],
    /^3 \[1\]\.from \/%61\/ is redirected by entry 1 already/,
  ],
  [
    "the same for a language",
    [
      { from: "/a", to: "/" },
      { from: "/a", to: page, only: "en" },
    ],
    /^3 \[1\]\.from \/a is redirected by entry 1/,
  ],
  [
    "a prefix before the old",
    [{ from: "/en/a", to: "/" }],
    /^1 \[0\]\.from \/en\/a names a language: write \/a, .*`only: en`/,
  ],
  [
    "a prefix before the new",
    [{ from: "/a", to: "/en/about-us" }],
    /^2 \[0\]\.to \/en\/about-us names a language: leave out \/en/,
  ],
  ["another site", [{ from: "/a", to: "https://other.example/" }], /^2 \[0\]\.to must be a path of this site/],
  ["another host by two slashes", [{ from: "/a", to: "//other.example" }], /^2 \[0\]\.to must be a path of this site/],
  ["a place in the old page", [{ from: "/a#id", to: "/" }], /^1 \[0\]\.from must be a path of this site, such as/],
  [
    "a query of a page",
    [{ from: "/about-us?id=1", to: "/" }],
    /^1 \[0\]\.from .* is answered by the page \/about-us, whatever comes after its \?: remove the entry$/,
  ],
  [
    "a query twice",
    [
      { from: "/a?x=1&y=2", to: "/" },
      { from: "/a?y=2&x=1", to: "/about-us" },
    ],
    /^3 \[1\]\.from .* is redirected by entry 1 already/,
  ],
  ["all addresses of a folder", [{ from: "/old/*", to: "/" }], /^1 \[0\]\.from stands for one address, not a pattern/],
  ["a sign for an id", [{ from: "/old/:id.html", to: "/" }], /^1 \[0\]\.from stands for one address, not a pattern/],
  ["another language", [{ from: "/a", to: "/", only: "fr" }], /^3 \[0\]\.only fr isn't one of cn, en/],
  [
    "a misspelt field",
    ["- form: /a\n  to: /\n"],
    /^1 \[0\]\.form is not a field that is known here: did you mean from\?/,
  ],
])("%s is reported", (_what, entries, sentence) => {
  expect(getProblems(...entries).join("\n")).toMatch(sentence);
});

test("a pattern in place of an address is one mistake", () => {
  expect(getProblems({ from: "^/old/(.*)$", to: "/" })).toHaveLength(1);
});

test("all mistakes are reported at once", () => {
  expect(getProblems({ from: "/logo.svg", to: "/nowhere" }, { from: "/b", to: "/b" })).toHaveLength(3);
});

test("a redirect is found in any spelling of its URL, in the languages that it applies to", () => {
  expect(getProblems({ from: "/产品/黄芪", to: page }, { from: "/a", to: "/", only: "en" })).toEqual([]);
  const { index, dispose } = compileTestContent(folder);
  for (const path of ["/产品/黄芪", "/产品/黄芪/", "/%E4%BA%A7%E5%93%81/%E9%BB%84%E8%8A%AA"]) {
    expect([index.findRedirect(path, "", "cn"), index.findRedirect(path, "", "en")]).toEqual([page, page]);
  }
  expect([index.findRedirect("/a", "", "cn"), index.findRedirect("/a", "", "en")]).toEqual([undefined, "/"]);
  // A path that can't be decoded has no redirect, and no error is thrown.
  for (const path of ["/b", "/A", "/%B2%FA", "/"]) expect(index.findRedirect(path, "", "cn")).toBeUndefined();
  dispose();
});
