import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { clientAddressOf, requestContext, requestIdOf, signalOf } from "./request-facts.ts";

const request = new Request("http://site.example/", {
  headers: { "X-Request-Id": "chosen-by-a-client", "X-Client-Address": "192.0.2.1", "X-Forwarded-For": "192.0.2.2" },
});

test("what the server has set is what is known", () => {
  const context = new RouterContextProvider();
  const { signal } = new AbortController();
  context.set(requestContext, { id: "request-1", clientAddress: "203.0.113.5", signal });
  expect([requestIdOf(context), clientAddressOf(context)]).toEqual(["request-1", "203.0.113.5"]);
  expect(signalOf(context, request)).toBe(signal);
});

test("where no server has set anything a request keeps one id, and nothing of it is the client's", () => {
  const context = new RouterContextProvider();
  const id = requestIdOf(context);
  expect(id).toMatch(/^[\w-]{36}$/);
  expect(requestIdOf(context)).toBe(id);
  expect(clientAddressOf(context)).toBe("unknown");
  expect(signalOf(context, request)).toBe(request.signal);
  expect(requestIdOf(new RouterContextProvider())).not.toBe(id);
});
