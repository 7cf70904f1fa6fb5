import { expect, test } from "vitest";
import { submitForm } from "./submit-form.ts";

const createRequest = () =>
  new Request("https://site.example/login", {
    method: "POST",
    body: new URLSearchParams({ account: "a@example.org", redirect: "/case/list" }),
  });

test("without a connection the form is returned with what was typed", async () => {
  const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await submitForm({ request: createRequest(), serverAction })).toMatchObject({
    data: { problem: "unconfirmed", values: { account: "a@example.org" }, redirect: "/case/list" },
    init: { status: 503 },
  });
});

test("results and other errors of the action are unchanged", async () => {
  const request = createRequest();
  expect(await submitForm({ request, serverAction: () => Promise.resolve("result") })).toBe("result");
  const error = new TypeError("text is undefined");
  await expect(submitForm({ request, serverAction: () => Promise.reject(error) })).rejects.toBe(error);
});
