import type { LoaderFunctionArgs } from "react-router";
import { expect, test, vi } from "vitest";
import { setUpRouteCaller } from "../../tests/setup/route-caller.ts";
import * as files from "../routes/files.ts";
import * as siteLayout from "../routes/layout.tsx";
import { requireLogin } from "./login-gate.ts";
import { readRouteMiddleware, routeMiddleware, UnknownMiddlewareError, type BuildRoutes } from "./route-middleware.ts";

function createRoutes(...middleware: string[]): BuildRoutes {
  return {
    root: { id: "root", path: "", module: {} },
    members: { id: "members", parentId: "root", path: "en?", module: { handle: { middleware } } },
    offers: { id: "offers", parentId: "members", path: "offers/*", module: { handle: { messages: ["list"] } } },
    terms: { id: "terms", parentId: "root", path: "terms", module: {} },
  };
}

test("S23 a route has the middleware that its handle names, and those below it have it too", () => {
  const byPattern = readRouteMiddleware(createRoutes("login"));
  expect(byPattern.get("en?/offers/*")).toEqual([requireLogin]);
  expect(byPattern.get("terms")).toEqual([]);
});

test("S23 a page that has others below it is guarded at its own address, and an index has its layout's middleware", () => {
  const { members, ...rest } = createRoutes("login");
  const routes: BuildRoutes = {
    ...rest,
    home: { id: "home", parentId: "members-only", index: true, module: {} },
    members,
    "members-only": { id: "members-only", parentId: "members", module: { handle: { middleware: ["login"] } } },
    others: { id: "others", parentId: "root", module: { handle: { middleware: ["login"] } } },
    start: { id: "start", parentId: "root", index: true, module: {} },
  };
  expect(readRouteMiddleware(createRoutes("login")).get("en?")).toEqual([requireLogin]);
  expect(readRouteMiddleware(routes).get("en?")).toEqual([requireLogin, requireLogin]);
  expect(readRouteMiddleware(routes).get("")).toEqual([]);
});

test("S23 the middleware that routes name runs for the site's routes, and for files and endpoints", () => {
  for (const { middleware } of [siteLayout, files]) expect(middleware).toContain(routeMiddleware);
});

vi.mock("virtual:react-router/server-build", () => ({ routes: createRoutes("login") }));
const site = await setUpRouteCaller();

test("S23 a page that names the middleware login leads visitors without one to the login, and other pages don't", async () => {
  const load = (pattern: string) =>
    site.load<Response>(
      (args: LoaderFunctionArgs) => routeMiddleware({ ...args, pattern }, async () => new Response("inside")),
      "/offers/spring",
    );
  const { status, headers } = await load("en?/offers/*");
  expect([status, headers.get("Location")]).toEqual([303, expect.stringContaining("/login?code=401&")]);
  expect(await (await load("terms")).text()).toBe("inside");
});

const unknownNames = ["logn", "toString"];

test.each(unknownNames)("S23 the unknown middleware %s is an error that names the route", (name) => {
  const read = () => readRouteMiddleware(createRoutes(name));
  expect(read).toThrow(UnknownMiddlewareError);
  expect(read).toThrow(`the route members names the middleware ${name}; there is login`);
});
