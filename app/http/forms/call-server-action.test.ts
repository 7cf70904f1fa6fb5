import { expect, test } from "vitest";
import { callServerAction } from "./call-server-action.ts";

const createRequest = () =>
  new Request("https://site.example/login", {
    method: "POST",
    body: new URLSearchParams({ account: "a@example.org", redirect: "/case/list" }),
  });

test.each([
  ["code", 0],
  ["login", undefined],
])("if a form with the intent %s fails, its result has the codeWait %s", async (intent, codeWait) => {
  const body = new URLSearchParams({ intent });
  const request = new Request("https://site.example/login", { method: "POST", body });
  const call = { request, serverAction: () => Promise.reject(new TypeError("Failed to fetch")) };
  expect((await callServerAction(call)) as { data: unknown }).toMatchObject({ data: { codeWait } });
});

test.each([
  [
    "the server's own 503, with its request id",
    { status: 503, statusText: "", internal: false, data: { requestId: "1" } },
  ],
  ["a 413 for a form that is too large", { status: 413, statusText: "", internal: false, data: "Too large" }],
  ["a redirect", Response.redirect("https://site.example/")],
])("%s is thrown unchanged", async (_name, error) => {
  const call = { request: createRequest(), serverAction: () => Promise.reject(error) };
  await expect(callServerAction(call)).rejects.toBe(error);
});

test("results of the server action, and errors that aren't a failed connection, are passed on unchanged", async () => {
  const request = createRequest();
  expect(await callServerAction({ request, serverAction: () => Promise.resolve("result") })).toBe("result");
  const error = new TypeError("text is undefined");
  await expect(callServerAction({ request, serverAction: () => Promise.reject(error) })).rejects.toBe(error);
});
