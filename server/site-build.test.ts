import { expect, onTestFinished, test, vi } from "vitest";

/** Loads the module that every start of the site loads, with one route that names a middleware. */
function loadSite(name: string) {
  const routes = { members: { id: "members", path: "members", module: { handle: { middleware: [name] } } } };
  vi.resetModules();
  vi.doMock("virtual:react-router/server-build", () => ({ routes }));
  onTestFinished(() => void vi.doUnmock("virtual:react-router/server-build"));
  return import("./site-build.ts");
}

test("S23 a site with a route that names an unknown middleware doesn't start", async () => {
  expect((await loadSite("login")).pagePatterns).toEqual([]);
  await expect(loadSite("logn")).rejects.toMatchObject({
    name: "UnknownMiddlewareError",
    message: "the route members names the middleware logn; there is login",
  });
});
