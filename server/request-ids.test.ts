import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createRequestIdReader, getTraceId } from "./request-ids.ts";

const readIds = createRequestIdReader(["127.0.0.1", "10.0.0.0/8"]);
const request = (headers: Record<string, string>, remoteAddress: string | undefined = "127.0.0.1") =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

const uuid = "5f0f1ad5-2c08-4b6e-9e3b-1f5b9d4a7c11";
const nginxId = "0123456789abcdef0123456789abcdef";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

test.each([uuid, nginxId, uuid.toUpperCase()])("the id of a trusted proxy is used: %s", (id) => {
  expect(readIds(request({ "x-request-id": id, traceparent }))).toEqual({ requestId: id, traceparent });
  expect(readIds(request({ "x-request-id": id }, "10.1.2.3"))).toEqual({ requestId: id });
  expect(readIds(request({ "x-request-id": id }, "::ffff:10.1.2.3"))).toEqual({ requestId: id });
});

test.each(["192.0.2.1", "::1", "2001:db8::1", undefined])("ids of other clients aren't used: %s", (address) => {
  const ids = readIds({
    ...request({ "x-request-id": uuid, traceparent }),
    socket: { remoteAddress: address },
  } as never);
  expect(ids).toEqual({ requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(ids.requestId).not.toBe(uuid);
});

test.each(["", "a", "product", `${uuid}0`, `${nginxId}\u0000`, "<script>", "0".repeat(5000), `${uuid}, ${uuid}`])(
  "an invalid id is replaced: %j",
  (id) => {
    expect(readIds(request({ "x-request-id": id })).requestId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
  },
);

test.each([
  "",
  traceparent.replace("00-", "ff-"),
  traceparent.toUpperCase(),
  `${traceparent}-more`,
  "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
  "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
])("an invalid trace is dropped: %j", (value) => {
  expect(readIds(request({ traceparent: value }))).not.toHaveProperty("traceparent");
});

test("without trusted proxies every request gets an id of its own", () => {
  const ids = createRequestIdReader([])(request({ "x-request-id": uuid }));
  expect(ids.requestId).not.toBe(uuid);
});

test("the trace id is the second part", () => {
  expect(getTraceId(traceparent)).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
});
