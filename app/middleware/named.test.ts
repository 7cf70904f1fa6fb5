import type { MiddlewareFunction } from "react-router";
import { expect, test } from "vitest";
import { createMiddlewareLookup, UnknownMiddlewareError } from "./named.ts";

const first: MiddlewareFunction<Response> = (_, next) => next();
const second: MiddlewareFunction<Response> = (_, next) => next();
const getMiddleware = createMiddlewareLookup({ first, second });

test("returns the middleware of a route by name, in its order", () => {
  expect(getMiddleware("second", "first")).toEqual([second, first]);
});

test.each(["third", "toString", ""])("an unknown name (%j) throws an error that lists the known names", (name) => {
  expect(() => getMiddleware("first", name)).toThrow(UnknownMiddlewareError);
  expect(() => getMiddleware(name)).toThrow(`Unknown route middleware: '${name}'. There is: first, second`);
});
