import type { MiddlewareFunction } from "react-router";
import { expect, test } from "vitest";
import { namedMiddleware, UnknownMiddlewareError } from "./named.ts";

const first: MiddlewareFunction<Response> = (_, next) => next();
const second: MiddlewareFunction<Response> = (_, next) => next();
const named = namedMiddleware({ first, second });

test("a route gets the middleware that it names, in its order", () => {
  expect(named("second", "first")).toEqual([second, first]);
});

test.each(["third", "toString", ""])("an unknown name (%j) is an error that says which there are", (name) => {
  expect(() => named("first", name)).toThrow(UnknownMiddlewareError);
  expect(() => named(name)).toThrow(`Unknown route middleware: '${name}'. There is: first, second`);
});
