import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { visitorContext, type Visitor } from "#app/http/request-context.ts";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { named, UnknownMiddlewareError } from "./named.ts";

const caller = await setUpRouteCaller();

test("S23 a route with the middleware `login` redirects logged-out visitors to the login page, and renders for others", async () => {
  const login = named("login");
  const load = (visitor: Visitor) =>
    caller.load<Response>((args: LoaderFunctionArgs) => {
      args.context.set(visitorContext, visitor);
      return login(args, async () => new Response("inside"));
    }, "/offers/spring");
  const { status, headers } = await load({ state: "none" });
  expect([status, headers.get("Location")]).toEqual([303, expect.stringContaining("/login?code=401&")]);
  expect(await (await load({ state: "open", token: "t" })).text()).toBe("inside");
});

test.each(["logn", "toString"])("S23 the unknown middleware %s throws an error", (name) => {
  const read = () => named(name as "login");
  expect(read).toThrow(UnknownMiddlewareError);
  expect(read).toThrow(`a route names the unknown middleware ${name}; available: login`);
});
