import { expect, onTestFinished, test, vi } from "vitest";
import { named } from "#app/middleware/named.ts";

/** Loads `site-build.ts` with a build that has one route, whose middleware has this name. */
function loadSite(name: string) {
  vi.resetModules();
  vi.doMock("virtual:react-router/server-build", () => ({
    routes: { members: { id: "members", path: "members", module: { middleware: [named(name as "login")] } } },
  }));
  onTestFinished(() => void vi.doUnmock("virtual:react-router/server-build"));
  return import("./site-build.ts");
}

test("S23 a site with a route that names an unknown middleware doesn't start", async () => {
  expect((await loadSite("login")).pagePatterns).toEqual([]);
  await expect(loadSite("logn")).rejects.toMatchObject({
    cause: { name: "UnknownMiddlewareError", message: "a route names the unknown middleware logn; available: login" },
  });
});
