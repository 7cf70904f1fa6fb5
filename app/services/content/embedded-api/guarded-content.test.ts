import { afterAll, describe, expect, test } from "vitest";
import type { WriteHandlers } from "#app/services/api/contract/calls/writes.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { compileFolder } from "#tests/setup/content/compiled-content.ts";
import { openContentIndex } from "./content-index.ts";
import { createGuard } from "./guarded-content.ts";
import { createEmbeddedApi } from "./request-handler.ts";

const file = await compileFolder();
const index = openContentIndex(file);
afterAll(() => index.close());

let checkSession: (token: string) => Promise<boolean> = async (token) => token === "good";

type ApiResponse = {
  code: number;
  data: { rows: { id: string; total?: number }[]; total: number } & Record<string, unknown>;
};

/** Creates calls of the embedded API, with these routes guarded. */
function createGuardedCall(...routes: string[]) {
  const guard = createGuard(routes);
  const publicIndex = openContentIndex(file, { excludedItems: guard.items });
  const writes = { handlers: {} as WriteHandlers, isLoggedIn: (token: string) => checkSession(token) };
  const api = createEmbeddedApi(index, writes, { guarded: { guard, publicIndex } });
  return async (path: string, headers: Record<string, string> = {}) => {
    const response = await api(new Request(`http://site.test/api/${path}`, { headers }));
    const text = await response.text();
    return { status: response.status, text, ...(JSON.parse(text) as ApiResponse) };
  };
}

const loggedIn = { Authorization: "Bearer good" };
const getIds = (response: ApiResponse) => response.data.rows.map(({ id }) => id);

describe.each(["/product/*", "/product/info/*", "/*", "/%70roduct/*"])("the whole kind guarded by %s", (route) => {
  test("items require a login, and lists, counts and searches omit them", async () => {
    const call = createGuardedCall(route);
    for (const path of [
      "product/info?id=huang-qi",
      "product/info?id=nowhere",
      "article/prevnext?kind=product&id=huang-qi",
    ]) {
      expect((await call(path)).status).toBe(401);
    }
    expect((await call("product/info?id=huang-qi", { Authorization: "Bearer stolen" })).status).toBe(401);
    expect((await call("product/info?id=huang-qi", loggedIn)).data["id"]).toBe("huang-qi");
    for (const query of ["", "?keyword=黄芪", "?cat=pieces", "?sort=title&pageSize=100"]) {
      const list = await call(`product/list${query}`);
      expect([list.status, list.data.rows, list.data.total]).toEqual([200, [], 0]);
      expect((await call(`product/list${query}`, loggedIn)).data.total).toBeGreaterThan(0);
    }
    expect((await call("product/list?cat=nowhere")).status).toBe(404);
    expect((await call("cat/list?kind=product")).data.rows).toEqual([]);
  });
});

test("formulas and batches don't name guarded products", async () => {
  const call = createGuardedCall("/product/*");
  const ids = getIds(await call("prescription/list?pageSize=100"));
  for (const path of [...ids.map((id) => `prescription/info?id=${id}`), "batch/info?id=HQ-2601"]) {
    const { status, text, data } = await call(path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain('"kind":"product"');
    expect(data["product"]).toBeUndefined();
  }
  expect((await call("batch/info?id=HQ-2601")).data["title"]).toBe("HQ-2601");
  expect((await call("batch/info?id=HQ-2601", loggedIn)).text).toContain('"kind":"product"');
});

describe("one guarded item", () => {
  const route = "/product/info/huang-qi";
  test("lists, counts, searches, neighbours and related items omit the item for visitors without a login", async () => {
    const call = createGuardedCall(route);
    const allIds = getIds(await call("product/list?pageSize=100", loggedIn));
    const listResponse = await call("product/list?pageSize=100");
    expect(getIds(listResponse)).toEqual(allIds.filter((id) => id !== "huang-qi"));
    expect(listResponse.data.total).toBe(allIds.length - 1);
    const [before, after] = [allIds[allIds.indexOf("huang-qi") - 1], allIds[allIds.indexOf("huang-qi") + 1]];
    for (const neighbour of [before, after].filter((id) => id !== undefined)) {
      expect((await call(`article/prevnext?kind=product&id=${neighbour}`)).text).not.toContain("huang-qi");
      expect((await call(`article/prevnext?kind=product&id=${neighbour}`, loggedIn)).text).toContain("huang-qi");
    }
    const searchedIds = getIds(await call("product/list?keyword=黄芪&pageSize=100"));
    expect(searchedIds).not.toContain("huang-qi");
    expect(getIds(await call("product/list?keyword=黄芪&pageSize=100", loggedIn))).toContain("huang-qi");
    const sumTotals = (response: ApiResponse) => response.data.rows.reduce((sum, row) => sum + row.total!, 0);
    const counts = [await call("cat/list?kind=product"), await call("cat/list?kind=product", loggedIn)].map(sumTotals);
    expect(counts[1]! - counts[0]!).toBe(1);
    const item = await call("product/info?id=huang-qi", loggedIn);
    const related = (item.data["related"] as { kind: string; id: string }[])[0]!;
    for (const kind of kinds) {
      for (const id of getIds(await call(`${kind}/list?pageSize=100`))) {
        const { data } = await call(`${kind}/info?id=${id}`);
        expect((data["related"] as { id: string }[]).map((one) => one.id)).not.toContain("huang-qi");
      }
    }
    expect(related).toBeDefined();
  });

  test("the guarded item requires a login, in both languages, and another item doesn't", async () => {
    const call = createGuardedCall(route);
    for (const Language of ["zh-cn", "en"]) {
      expect((await call("product/info?id=huang-qi", { Language })).status).toBe(401);
      expect((await call("product/info?id=dang-gui", { Language })).status).toBe(200);
    }
  });
});

test("a guarded list has no rows and no categories; a guarded category isn't listed, and its own call gets a 401", async () => {
  const list = createGuardedCall("/product/list", "/product/list/*");
  expect([(await list("product/list")).data.total, (await list("cat/list?kind=product")).data.rows]).toEqual([0, []]);
  expect((await list("cat/info?kind=product&slug=pieces")).status).toBe(401);
  const category = createGuardedCall("/product/list/pieces/*");
  expect((await category("product/list?cat=pieces")).data.total).toBe(0);
  expect((await category("cat/list?kind=product")).text).not.toContain('"pieces"');
  expect((await category("cat/info?kind=product&slug=pieces/roots")).status).toBe(401);
  expect((await category("product/list")).data.total).toBeGreaterThan(0);
});

test("the about text of the settings requires a login if its page is guarded; if logins can't be checked, guarded content gets a 503", async () => {
  const call = createGuardedCall("/about-us", "/case/*");
  expect((await call("setting/list")).data).not.toHaveProperty("about");
  expect((await call("setting/list", loggedIn)).data).toHaveProperty("about");
  checkSession = () => Promise.reject(new Error("unavailable"));
  expect((await call("product/list", loggedIn)).status).toBe(200);
  const [item] = getIds(await call("news/list"));
  expect((await call(`news/info?id=${item}`, loggedIn)).status).toBe(200);
  expect((await call("case/info?id=whatever", loggedIn)).status).toBe(503);
  checkSession = async (token) => token === "good";
});
