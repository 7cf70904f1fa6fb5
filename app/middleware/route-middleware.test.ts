import { expect, test } from "vitest";
import { requireLogin } from "./login-gate.ts";
import { readRouteMiddleware, UnknownMiddlewareError, type BuildRoutes } from "./route-middleware.ts";

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

const unknownNames = ["logn", "toString"];

test.each(unknownNames)("S23 the unknown middleware %s is an error that names the route", (name) => {
  const read = () => readRouteMiddleware(createRoutes(name));
  expect(read).toThrow(UnknownMiddlewareError);
  expect(read).toThrow(`the route members names the middleware ${name}; there is login`);
});
