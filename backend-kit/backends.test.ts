import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bindApi, type Api } from "#app/services/api/api.ts";
import { createCache } from "#app/services/api/cache.ts";
import { createClient, type Transport } from "#app/services/api/client.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { getEmbeddedPictureAddress } from "#app/services/media/pictures.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const content = await compileTestContent();
const api = createEmbeddedApi(content.index);
/** Kinds with enough items for several pages. */
const pagedKinds = kinds.filter(
  (kind) => content.index.list(kind, "cn", { page: 1, pageSize: 1, sort: "newest" })!.total >= 6,
);

type Backend = { transport: Transport; base: string; paths?: Record<string, string>; stop(): void | Promise<void> };

/** Backends that all pass the same tests, because code above the client doesn't distinguish them. */
const backends: Record<string, () => Backend | Promise<Backend>> = {
  "embedded, in process": () => ({ transport: api, base: "http://embedded.invalid", stop() {} }),
  "HTTP, a real server below a path and with a moved row": async () => {
    const server = await startBackend((request) => {
      const url = new URL(request.url);
      url.pathname = url.pathname.replace("/cms", "").replace("/api/case/formulas", "/api/prescription/list");
      return api(new Request(url, request));
    });
    const paths = { "prescription.list": "/api/case/formulas" };
    return { transport: fetch, base: `${server.origin}/cms/`, paths, stop: server.stop };
  },
};

afterAll(() => content.dispose());

describe.each(Object.entries(backends))("the backend: %s", (_name, start) => {
  let backend: Backend;
  let cn: Api;
  let en: Api;
  beforeAll(async () => {
    backend = await start();
    const log = createRecordingLog();
    const services = {
      call: createClient({ ...backend, log }),
      cache: createCache({ log }),
      getAddress: getEmbeddedPictureAddress,
    };
    cn = bindApi(services, { locale: "cn" });
    en = bindApi(services, { locale: "en" });
  });
  afterAll(() => backend.stop());

  test.each(pagedKinds)("%s: a list, its pages and its items are consistent", async (kind) => {
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

  test.each(pagedKinds)("%s: a category includes its descendants", async (kind) => {
    const categories = await cn.content.categories(kind);
    const parent = categories.find(({ children }) => children.length > 0)!;
    const { total } = await cn.content.list(kind, { cat: parent.slug });
    const childLists = await Promise.all(parent.children.map(({ slug }) => cn.content.list(kind, { cat: slug })));
    expect(total).toBe(childLists.reduce((sum, list) => sum + list.total, 0));
    expect(total).toBe(parent.total);
  });

  test("the Language header decides the language of the response", async () => {
    expect((await cn.content.info("prescription", "gui-zhi-tang")).title).toBe("桂枝汤");
    expect((await en.content.info("prescription", "gui-zhi-tang")).title).toMatch(/cinnamon/i);
  });

  test("the order by title follows the language", async () => {
    const { rows } = await cn.content.list("prescription", { sort: "title", pageSize: 100 });
    const titles = rows.map(({ title }) => title);
    expect(titles).toEqual(titles.toSorted(new Intl.Collator("zh-CN").compare));
  });
});
