import { expect, test } from "vitest";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { action, loader } from "./route.ts";

const site = await setUpRouteCaller();

const report = {
  message: 'Unexpected token, "my secret" is not JSON',
  frames: ["/assets/shared-A_b1.js:1:12014"],
  build: "0a1b2c3d",
  path: "/en/news/list",
};

const send = async (body: unknown, headers: Record<string, string> = {}, clientAddress = "203.0.113.9") => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (await site.send<Response>(action, "/client-errors", text, headers, { clientAddress })).status;
};

test("a script error is logged as a warning with its place and browser, without the values that its message quotes", async () => {
  expect(await send(report, { "User-Agent": "Chrome/92", Cookie: "token=secret" })).toBe(204);
  expect(site.log.lines.at(-1)).toEqual({
    level: "warn",
    fields: {
      requestId: "request-1",
      clientError: { ...report, message: 'Unexpected token, "…" is not JSON', browser: "Chrome/92" },
    },
    message: "a script failed in a browser",
  });
});

test("a skipped view transition isn't logged", async () => {
  const { length } = site.log.lines;
  for (const message of ["InvalidStateError: Transition was aborted because of invalid state", "AbortError: skipped"])
    expect(await send({ ...report, message })).toBe(204);
  expect(site.log.lines).toHaveLength(length);
});

test("queries aren't logged", async () => {
  expect(await send({ ...report, path: "/search?keywords=secret#hit" })).toBe(204);
  expect(site.log.lines.at(-1)!.fields).toMatchObject({ clientError: { path: "/search" } });
});

test.each([
  ["no JSON", "x"],
  ["an empty body", ""],
  ["a frame of another file", { ...report, frames: ["https://evil.example/a.js:1:1"] }],
  ["no frame", { ...report, frames: [] }],
  ["a long message", { ...report, message: "x".repeat(301) }],
  ["a large body", { ...report, path: "x".repeat(5000) }],
  ["a message that is no text", { ...report, message: 1 }],
])("a report with %s gets a 400 and isn't logged", async (_name, body) => {
  const { length } = site.log.lines;
  expect(await send(body)).toBe(400);
  expect(site.log.lines).toHaveLength(length);
});

test("reports from other sites are refused, and GET is a 404", async () => {
  expect(await send(report, { Origin: "https://evil.example" })).toBe(403);
  expect((await site.load<Response>(loader, "/client-errors")).status).toBe(404);
});

test("a sender's reports are limited", async () => {
  const statuses: number[] = [];
  for (let sent = 0; sent <= actionLimits.clientError.maxPerSender; sent++)
    statuses.push(await send(report, {}, "203.0.113.10"));
  expect(statuses.filter((status) => status === 204)).toHaveLength(actionLimits.clientError.maxPerSender);
  expect(statuses.at(-1)).toBe(429);
});
