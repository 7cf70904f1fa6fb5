import { join } from "node:path";
import { expect, test } from "vitest";
import { compileContent } from "#app/services/content/compile/compile.ts";
import type { ContentSource, SourceItem } from "#app/services/content/files/content-source.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { listChangedPages } from "./changed-pages.ts";

const { source: allContent } = await readContentFolder(testContent);
// Leaves out batches, because their titles contain a product's title, so their pages would change together with it.
const source: ContentSource = { ...allContent, batches: [] };

function compile(content: ContentSource): string {
  const file = join(createTestFolder(), "content.sqlite");
  compileContent(content, file);
  return file;
}

const compare = (previous: ContentSource, present: ContentSource) =>
  listChangedPages(compile(previous), compile(present));

const withNews = (change: (item: SourceItem) => SourceItem[]): ContentSource => ({
  ...source,
  items: [...source.items].flatMap((item) => (item.id === "bozhou-fair" ? change(item) : [item])),
});
const withoutNews = withNews(() => []);
const pages = ["/news/info/bozhou-fair", "/en/news/info/bozhou-fair"];

test("new and removed pages are listed in both languages", () => {
  expect(compare(source, source)).toEqual([]);
  expect(compare(withoutNews, source)).toEqual(expect.arrayContaining(pages));
  expect(compare(source, withoutNews)).toEqual(expect.arrayContaining(pages));
});

test("only the page in the changed language is listed", () => {
  const editedSource = withNews((item) => {
    const { cn } = item.translations;
    return [{ ...item, translations: { ...item.translations, cn: { ...cn!, renderHtml: () => "<p>新</p>" } } }];
  });
  expect(compare(source, editedSource)).toEqual([pages[0]]);
});

test("new drafts, pages scheduled for later and untranslated pages aren't listed", () => {
  const withFacts = (facts: object) => withNews((item) => [{ ...item, facts: { ...item.facts, ...facts } }]);
  expect(compare(withoutNews, withFacts({ draft: true }))).not.toEqual(expect.arrayContaining([pages[0]]));
  expect(compare(withoutNews, withFacts({ from: "2999-01-01T00:00:00Z" }))).not.toContain(pages[0]);
  expect(compare(source, withFacts({ draft: true }))).toEqual(expect.arrayContaining(pages));
  const chineseOnly = withNews((item) => [{ ...item, translations: { cn: item.translations.cn! } }]);
  expect(compare(withoutNews, chineseOnly)).toContain(pages[0]);
  expect(compare(withoutNews, chineseOnly)).not.toContain(pages[1]);
});
