import { expect, test } from "vitest";
import { respondBroken, respondMissing, setUpEnvelopeApi, succeed } from "#tests/mocks/envelope-api.ts";

const { requests, override, createApi } = setUpEnvelopeApi();

test.each([
  ["a visitor", 1, {}],
  ["a visitor with a token", 2, { token: "t" }],
  ["a preview", 2, { preview: "p" }],
])("two equal calls for %s make %i requests", async (_reader, count, context) => {
  const { open } = createApi();
  for (let n = 0; n < 2; n++) await open(context).site.menu();
  expect(requests).toHaveLength(count);
});

test("a response is cached by language and input; the order of the input's fields, and undefined fields, make no difference", async () => {
  const { open } = createApi();
  await open().content.list("news", { page: 2, cat: "a" });
  await open().content.list("news", { cat: "a", keyword: undefined, page: 2 });
  expect(requests).toHaveLength(1);
  await open().content.list("news", { page: 3, cat: "a" });
  await open({ locale: "cn" }).content.list("news", { page: 2, cat: "a" });
  expect(requests).toHaveLength(3);
});

test("a 404 for an item replaces its cached copy; a missing call keeps the cached response", async () => {
  const { api, clock } = createApi();
  await api.content.info("product", "12");
  const menu = await api.site.menu();
  override({ "product.info": () => succeed(null, 404), "menu.tree": respondMissing });
  clock.time += 6 * 60_000;
  await Promise.all([api.content.info("product", "12"), api.site.menu()]);
  await expect.poll(() => requests.length).toBe(4);
  await expect
    .poll(() => api.content.info("product", "12").catch((error: unknown) => error))
    .toMatchObject({ code: 404 });
  expect(await api.site.menu()).toEqual(menu);
});

test("a page gets the tags of the responses that it reads, not those of calls that test whether a kind is in use", async () => {
  const tags: string[] = [];
  const { open } = createApi();
  const api = open({ onRead: (read) => tags.push(...read) });
  await api.content.kinds();
  expect(tags).toEqual([]);
  await api.content.info("product", "12");
  expect(tags).toContain("product:12");
});

test("a cached item stays visible while its backend fails, and so does a cached list whose call responds with 404", async () => {
  const { api, clock } = createApi();
  const load = () => Promise.all([api.content.info("product", "12"), api.content.list("news", {})]);
  const loaded = await load();
  override({ "product.info": respondBroken, "news.list": () => succeed(null, 404) });
  clock.time += 6 * 60_000;
  await load();
  await expect.poll(() => requests.length).toBe(4);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await load()).toEqual(loaded);
});

test.each([
  ["page.list", true],
  ["news.list", false],
] as const)("the missing call %s is replaced by an empty list: %s", async (key, isEmpty) => {
  override({ [key]: respondMissing, "page.info": respondMissing });
  const { api } = createApi();
  const list = key === "page.list" ? api.pages.list({}) : api.content.list("news", {});
  if (isEmpty) expect(await list).toMatchObject({ rows: [] });
  else await expect(list).rejects.toBeInstanceOf(Error);
  // Nothing can replace a missing plain page, so the call fails.
  await expect(api.pages.info("a")).rejects.toBeInstanceOf(Error);
});
