import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createTrustedProxies } from "./trusted-proxies.ts";

const { clientAddress, readIds } = createTrustedProxies(["127.0.0.1", "10.0.0.0/8", "fd00::1"], createRecordingLog());
const request = (headers: Record<string, string>, remoteAddress: string | undefined = "127.0.0.1") =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;
const closedConnection = (headers: Record<string, string>) => ({ headers, socket: {} }) as unknown as IncomingMessage;

const uuid = "5f0f1ad5-2c08-4b6e-9e3b-1f5b9d4a7c11";
const nginxId = "0123456789abcdef0123456789abcdef";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

test.each([
  ["203.0.113.9", "1.1.1.1", "203.0.113.9"],
  ["10.0.0.2", "198.51.100.7", "198.51.100.7"],
  ["::ffff:10.0.0.2", "198.51.100.7", "198.51.100.7"],
  ["10.0.0.2", "6.6.6.6, 198.51.100.7, 10.0.0.3", "198.51.100.7"],
  // An invalid address becomes `unknown`, so that limits treat all invalid addresses as one sender.
  ["10.0.0.2", "198.51.100.7, garbage", "unknown"],
  ["127.0.0.1", "unknown", "unknown"],
  ["10.0.0.2", "999.1.1.1:80", "unknown"],
  // Some proxies add a port (for example Azure and IIS), brackets, quotes, spaces, a zone or `::ffff:`.
  ["10.0.0.2", "203.0.113.9:51234", "203.0.113.9"],
  ["10.0.0.2", "6.6.6.6, 203.0.113.9:51234, 10.0.0.3:443", "203.0.113.9"],
  ["10.0.0.2", "[2001:db8::1]:443", "2001:db8::1"],
  ["10.0.0.2", "[2001:db8::1]", "2001:db8::1"],
  ["10.0.0.2", '"[2001:db8::1]:443"', "2001:db8::1"],
  ["10.0.0.2", '"203.0.113.9"', "203.0.113.9"],
  ["10.0.0.2", "  203.0.113.9 ,\t10.0.0.3 , ", "203.0.113.9"],
  ["10.0.0.2", "fe80::1%eth0", "fe80::1"],
  ["10.0.0.2", "[fe80::1%25eth0]:443", "fe80::1"],
  ["10.0.0.2", "::ffff:203.0.113.9", "203.0.113.9"],
  ["10.0.0.2", "[::ffff:203.0.113.9]:51234", "203.0.113.9"],
  // Headers without a visitor's address, and a proxy with an IPv6 address.
  ["10.0.0.2", ",,", "10.0.0.2"],
  ["10.0.0.2", "10.0.0.4", "10.0.0.4"],
  ["fd00::1", "2001:db8::7", "2001:db8::7"],
])("a connection from %s with X-Forwarded-For %j has the client %s", (remoteAddress, forwardedFor, address) => {
  expect(clientAddress(request({ "x-forwarded-for": forwardedFor }, remoteAddress))).toBe(address);
});

test("a closed connection has no known client, and its headers' ids aren't used", () => {
  const connection = closedConnection({ "x-forwarded-for": "1.1.1.1", "x-request-id": uuid });
  expect(clientAddress(connection)).toBe("unknown");
  expect(readIds(connection).requestId).not.toBe(uuid);
});

test("no proxy is trusted by default", () => {
  const proxies = createTrustedProxies([], createRecordingLog());
  const local = request({ "x-forwarded-for": "1.1.1.1", "x-request-id": uuid, traceparent });
  expect(proxies.clientAddress(local)).toBe("127.0.0.1");
  expect(proxies.readIds(local)).toEqual({ requestId: expect.not.stringContaining(uuid) });
});

test.each([
  ["127.0.0.1", { peer: "127.0.0.1" }],
  ["::ffff:192.168.1.2", { peer: "::ffff:192.168.1.2" }],
  ["fd00::2", { peer: "fd00::2" }],
  ["203.0.113.9", {}],
  ["2001:db8::7", {}],
])(
  "if %s isn't trusted and sends X-Forwarded-For, one warning is logged, without a visitor's address",
  (peer, fields) => {
    const log = createRecordingLog();
    const proxies = createTrustedProxies(["10.0.0.1"], log);
    proxies.clientAddress(request({}, peer));
    proxies.clientAddress(request({ "x-forwarded-for": "1.1.1.1" }, "10.0.0.1"));
    expect(log.lines).toEqual([]);
    for (const address of [peer, "192.168.1.3"])
      proxies.clientAddress(request({ "x-forwarded-for": "1.1.1.1" }, address));
    expect(log.lines).toEqual([{ level: "warn", fields, message: expect.stringContaining("TRUST_PROXY") }]);
  },
);

test("a proxy's X-Forwarded-For entry that can't be parsed is logged once, with its digits masked", () => {
  const log = createRecordingLog();
  const proxies = createTrustedProxies(["10.0.0.1"], log);
  for (const entry of ["203.0.113.9;51234", "_hidden"])
    proxies.clientAddress(request({ "x-forwarded-for": entry }, "10.0.0.1"));
  expect(log.lines).toEqual([
    { level: "warn", fields: { form: "xxx.x.xxx.x;xxxxx" }, message: expect.stringContaining("X-Forwarded-For") },
  ]);
});

test.each([uuid, nginxId, uuid.toUpperCase()])("the request id that a trusted proxy sends is used: %s", (id) => {
  expect(readIds(request({ "x-request-id": id, traceparent }))).toEqual({ requestId: id, traceparent });
  expect(readIds(request({ "x-request-id": id }, "::ffff:10.1.2.3"))).toEqual({ requestId: id });
});

test.each(["192.0.2.1", "::1", "2001:db8::1"])(
  "ids from a client that isn't a trusted proxy aren't used: %s",
  (address) => {
    const ids = readIds(request({ "x-request-id": uuid, traceparent }, address));
    expect(ids).toEqual({ requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(ids.requestId).not.toBe(uuid);
  },
);

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
