import { afterAll, beforeAll, expect, test } from "vitest";
import { startReferenceBackend } from "#backend-kit/reference-backend.ts";
import { createFields, getReference, post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

let backend: Awaited<ReturnType<typeof startReferenceBackend>>;
beforeAll(async () => void (backend = await startReferenceBackend()));
afterAll(() => backend.stop());
const site = setUpSite(() => ({ API_BASE_URL: backend.origin }));
const { get } = site;

test.each([
  ["/", "参考药房"],
  ["/en", "Reference Herbs"],
  ["/about-us", "参考后端的公司介绍"],
  ["/prescription/list", "四君子汤"],
  ["/en/prescription/list/tonics/qi", "Four Gentlemen Decoction"],
  ["/prescription/info/11", "桂枝汤"],
  ["/en/prescription/info/11", "Cinnamomi Ramulus"],
  ["/en/product/list/slices", "Wolfberries"],
  ["/product/info/21", "黄芪片"],
  ["/en/news/info/33", "冬至话膏方"],
  ["/en/search?q=wolfberries", "How to know wolfberries"],
])("%s has content of the reference backend", async (path, words) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(words);
});

test("a missing item is a 404 page, and pictures are served on the site's origin", async () => {
  for (const path of ["/product/info/999", "/en/product/list/no-such-thing"])
    expect((await get(path)).status).toBe(404);
  const picture = /\/media\/pictures\/\w+\.gif[^" ]*/.exec(await (await get("/product/info/21")).text())![0];
  const response = await get(picture.replaceAll("&amp;", "&"));
  expect([response.status, response.headers.get("Content-Type")!.split("/")[0]]).toEqual([200, "image"]);
});

test("a guestbook message is received once", async () => {
  const message = { ...createFields(), name: "On the reference" };
  const response = await post(site, message);
  expect(response.status).toBe(303);
  expect(getReference(response)).toBeTruthy();
  await waitUntil(() => backend.output().includes("On the reference"));
  expect(backend.output().match(/On the reference/g)).toHaveLength(1);
});

test("a visitor logs in with the code on the backend's console, and the backend accepts the token", async () => {
  const account = "reader@example.com";
  await post(site, { intent: "code", account }, {}, "/en/login");
  await waitUntil(() => backend.output().includes(`login code of ${account}`));
  const code = /login code of reader@example\.com: (\d{6})/.exec(backend.output())![1]!;
  const response = await post(site, { intent: "login", account, code }, {}, "/en/login");
  expect(response.status).toBe(303);
  const cookie = response.headers.get("Set-Cookie")!.split(";")[0]!;
  const page = "/en/product/info/22";
  expect((await get(page, { Cookie: cookie })).status).toBe(200);
  expect((await get(page, { Cookie: "token=not-a-token" })).status).toBe(302);
});
