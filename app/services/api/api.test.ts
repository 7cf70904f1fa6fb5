import { expect, test } from "vitest";
import { respondMissing, setUpEnvelopeApi, succeed } from "#tests/mocks/envelope-api.ts";

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

test("a response is cached by its input, in any order and without undefined fields, and by its language", async () => {
  const { open } = createApi();
  await open().content.list("news", { page: 2, cat: "a" });
  await open().content.list("news", { cat: "a", keyword: undefined, page: 2 });
  expect(requests).toHaveLength(1);
  await open().content.list("news", { page: 3, cat: "a" });
  await open({ locale: "cn" }).content.list("news", { page: 2, cat: "a" });
  expect(requests).toHaveLength(3);
});

test("an item that is gone replaces its cached copy, and a missing call doesn't", async () => {
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
