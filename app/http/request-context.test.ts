import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { getClientAddress, getRequestId, getSignal, requestContext } from "./request-context.ts";

const request = new Request("http://site.example/", {
  headers: { "X-Request-Id": "chosen-by-a-client", "X-Client-Address": "192.0.2.1", "X-Forwarded-For": "192.0.2.2" },
});

test("the facts of a request are those that the server has set", () => {
  const context = new RouterContextProvider();
  const { signal } = new AbortController();
  context.set(requestContext, { requestId: "request-1", address: "203.0.113.5", network: "203.0.113.5", signal });
  expect([getRequestId(context), getClientAddress(context)]).toEqual(["request-1", "203.0.113.5"]);
  expect(getSignal(context, request)).toBe(signal);
});

test("without the site's server a request keeps one id, and the client's headers are ignored", () => {
  const context = new RouterContextProvider();
  const id = getRequestId(context);
  expect(id).toMatch(/^[\w-]{36}$/);
  expect(getRequestId(context)).toBe(id);
  expect(getClientAddress(context)).toBe("unknown");
  expect(getSignal(context, request)).toBe(request.signal);
  expect(getRequestId(new RouterContextProvider())).not.toBe(id);
});
