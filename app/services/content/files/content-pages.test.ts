import { expect, test } from "vitest";
import { createGuard, createPublicReader } from "#app/services/content/embedded-api/guarded-content.ts";
import { setUpTestIndex } from "#tests/setup/content/compiled-content.ts";

const index = await setUpTestIndex();

const firstHundred = { page: 1, pageSize: 100, sort: "newest" } as const;
const getIds = (result: { rows: unknown[] } | undefined) => result?.rows.map((row) => (row as { id: string }).id);

test("plain pages are listed and counted, and are searched apart from items", async () => {
  const list = index.list("page", "en", firstHundred);
  expect([getIds(list), list?.total]).toEqual([["privacy", "quality"], 2]);
  const search = (kind: "page" | "news", keyword: string) =>
    index.search(kind, "en", { ...firstHundred, keyword, verbatim: "1" });
  expect(getIds(await search("page", "chromatography"))).toEqual(["quality"]);
  expect((await search("page", "privacy"))?.rows).toMatchObject([
    { id: "privacy", hit: { title: [[0, "Privacy".length]] } },
  ]);
  expect(getIds(await search("news", "privacy"))).toEqual([]);
});

test.each([
  [["/page/*"], true, []],
  [["/page/quality"], true, ["privacy", "quality"]],
  [["/page/list", "/product/*"], false, ["privacy", "quality"]],
])(
  "with the guards %j the page `quality` is guarded: %s, and a list from the complete index has %j",
  (routes, isGuarded, listed) => {
    const guard = createGuard(routes);
    expect(guard.isItemGuarded("page", "quality")).toBe(isGuarded);
    // The site's public index omits the individually guarded pages in `guard.items`. This index has them.
    expect(guard.items).toEqual(routes[0] === "/page/*" ? [] : [{ kind: "page", id: routes[0]!.split("/")[2] }]);
    expect(getIds(createPublicReader(index, guard).list("page", "cn", firstHundred))).toEqual(listed);
  },
);
