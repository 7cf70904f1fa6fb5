import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import routes from "./routes.ts";

/** Returns the ids of the routes that match a path, the uppermost first, and the parameters. */
function match(path: string) {
  const matches = matchRoutes(routes as RouteObject[], path) ?? [];
  return { ids: matches.map(({ route }) => route.id), params: matches.at(-1)?.params };
}

const screens: [path: string, id: string, params?: object][] = [
  ["/", "home"],
  ["/about-us", "about-us"],
  ["/contact-us", "contact-us"],
  ["/quotation", "quotation"],
  ["/login", "login"],
  ...["news", "prescription", "product", "case", "service"].flatMap((kind): [string, string, object][] => [
    [`/${kind}/list`, `${kind}-list`, { "*": "" }],
    [`/${kind}/list/one/two/three`, `${kind}-list`, { "*": "one/two/three" }],
    [`/${kind}/info/a-1`, `${kind}-info`, { id: "a-1" }],
  ]),
  ["/nothing/at/all", "not-found", { "*": "nothing/at/all" }],
];

test.each(screens)("S5 %s renders the screen %s, in English too", (path, id, params = {}) => {
  for (const address of [path, path === "/" ? "/en" : `/en${path}`]) {
    const found = match(address);
    expect([address, found.ids.at(-1), found.params]).toEqual([address, id, expect.objectContaining(params)]);
  }
});

test("S6 a page is rendered in the layouts that its route is nested in", () => {
  expect(match("/").ids).toEqual(["pages", "home-layout", "home"]);
  expect(match("/en/about-us").ids).toEqual(["pages", "about-us"]);
  expect(match("/robots.txt").ids).toEqual(["files", "robots"]);
  expect(match("/desk/messages").ids).toEqual(["desk", "desk/account", "desk/messages"]);
});
