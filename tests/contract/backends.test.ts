import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds } from "../../app/contract/kinds.ts";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import { bindApi, type Api } from "../../app/services/api.ts";
import { ownPictures } from "../../app/services/pictures.ts";
import { createCache } from "../../app/services/cache.ts";
import { createClient, type Transport } from "../../app/services/client.ts";
import { EnvelopeError } from "../../app/services/errors.ts";
import { mockBackend, startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { recordingLog } from "../setup/recording-log.ts";

const content = compiledContent();
const door = createEmbeddedApi(content.index);
/** Kinds with enough to leaf through. */
const many = kinds.filter(
  (kind) => content.index.list(kind, "cn", { page: 1, pageSize: 1, sort: "newest" })!.total >= 6,
);
const mockedOrigin = "http://backend.example";
const mocked = setupServer(...mockBackend(mockedOrigin, door));

type Backend = { transport: Transport; base: string; paths?: Record<string, string>; stop(): void | Promise<void> };

/** One suite for every backend: above the client nothing can tell them apart. */
const backends: Record<string, () => Backend | Promise<Backend>> = {
  "embedded, in process": () => ({ transport: door, base: "http://embedded.invalid", stop() {} }),
  "HTTP, mocked": () => {
    mocked.listen({ onUnhandledFrame: "error" });
    return { transport: fetch, base: mockedOrigin, stop: () => mocked.close() };
  },
  "HTTP, a real server": async () => {
    const server = await startBackend(door);
    return { transport: fetch, base: server.origin, stop: server.stop };
  },
  "HTTP, below a path and with a moved row": async () => {
    const server = await startBackend((request) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.replace("/cms", "").replace("/api/case/formulas", "/api/prescription/list");
      return door(new Request(url, request));
    });
    const paths = { "prescription.list": "/api/case/formulas" };
    return { transport: fetch, base: `${server.origin}/cms/`, paths, stop: server.stop };
  },
};

afterAll(() => content.dispose());

describe.each(Object.entries(backends))("%s", (_name, start) => {
  let backend: Backend;
  let cn: Api;
  let en: Api;
  beforeAll(async () => {
    backend = await start();
    const log = recordingLog();
    const services = { call: createClient({ ...backend, log }), cache: createCache({ log }), addressOf: ownPictures };
    cn = bindApi(services, { locale: "cn" });
    en = bindApi(services, { locale: "en" });
  });
  afterAll(() => backend.stop());

  test.each(many)("%s: a list, its pages and its items agree", async (kind) => {
    const first = await cn.content.list(kind, { pageSize: 3 });
    const second = await cn.content.list(kind, { page: 2, pageSize: 3 });
    expect(first.rows).toHaveLength(3);
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    const item = await cn.content.info(kind, ids[1]!);
    expect(item.title).toBe(first.rows[1]!.title);
    expect(item.body).toContain("<p>");
    const { prev, next } = await cn.content.neighbours(kind, ids[1]!);
    expect([prev?.id, next?.id]).toEqual([ids[0], ids[2]]);
  });

  test.each(many)("%s: a category selects its descendants too", async (kind) => {
    const categories = await cn.content.categories(kind);
    const parent = categories.find(({ children }) => children.length > 0)!;
    const { total } = await cn.content.list(kind, { cat: parent.slug });
    const below = await Promise.all(parent.children.map(({ slug }) => cn.content.list(kind, { cat: slug })));
    expect(total).toBe(below.reduce((sum, list) => sum + list.total, 0));
    expect(total).toBe(parent.total);
  });

  test("the Language header decides the words", async () => {
    expect((await cn.content.info("prescription", "gui-zhi-tang")).title).toBe("桂枝汤");
    expect((await en.content.info("prescription", "gui-zhi-tang")).title).toMatch(/cinnamon/i);
  });

  test("a keyword of two Chinese characters, and one of Latin letters without accents, find their item", async () => {
    const titles = async (keyword: string) =>
      (await cn.content.list("prescription", { keyword })).rows.map(({ title }) => title);
    expect(await titles("桂枝")).toContain("桂枝汤");
    expect(await titles("guizhi tang")).toContain("桂枝汤");
    expect(await titles("不存在的词")).toEqual([]);
  });

  test("the order by title is the language's own", async () => {
    const { rows } = await cn.content.list("prescription", { sort: "title", pageSize: 100 });
    const titles = rows.map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted(new Intl.Collator("zh-CN").compare));
  });

  test("adverts, settings and menu are there, the menu three levels deep", async () => {
    const [adverts, settings, menu] = await Promise.all([cn.site.adverts(), cn.site.settings(), cn.site.menu()]);
    expect(new Set(adverts.map(({ aid }) => aid)).size).toBe(3);
    expect(settings.milestones.length).toBeGreaterThan(0);
    expect(menu.some((top) => top.children.some((child) => child.children.length > 0))).toBe(true);
  });

  test("an unknown id is code 404", async () => {
    const failure = await cn.content.info("product", "no-such-thing").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EnvelopeError);
    expect((failure as EnvelopeError).code).toBe(404);
  });
});
