import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createClientAddress } from "./client-address.ts";

const request = (remoteAddress: string, forwardedFor?: string) =>
  ({ socket: { remoteAddress }, headers: forwardedFor ? { "x-forwarded-for": forwardedFor } : {} }) as IncomingMessage;

test.each([
  ["203.0.113.9", "1.1.1.1", "203.0.113.9"],
  ["10.0.0.2", "198.51.100.7", "198.51.100.7"],
  ["::ffff:10.0.0.2", "198.51.100.7", "198.51.100.7"],
  ["10.0.0.2", "6.6.6.6, 198.51.100.7, 10.0.0.3", "198.51.100.7"],
  ["10.0.0.2", undefined, "10.0.0.2"],
  // Code that counts senders treats all invalid addresses as one sender.
  ["10.0.0.2", "garbage", "garbage"],
  ["10.0.0.2", "198.51.100.7, garbage", "garbage"],
  ["10.0.0.2", "10.0.0.4", "10.0.0.4"],
  ["fd00::1", "2001:db8::7", "2001:db8::7"],
])("a connection from %s with X-Forwarded-For %j has the client %s", (remoteAddress, forwardedFor, address) => {
  expect(createClientAddress(["10.0.0.0/8", "fd00::1"])(request(remoteAddress, forwardedFor))).toBe(address);
});

test("a closed connection has no known client", () => {
  const closedConnection = { socket: {}, headers: { "x-forwarded-for": "1.1.1.1" } } as unknown as IncomingMessage;
  expect(createClientAddress(["10.0.0.0/8"])(closedConnection)).toBe("unknown");
});

test("no proxy is trusted by default", () => {
  expect(createClientAddress([])(request("127.0.0.1", "1.1.1.1"))).toBe("127.0.0.1");
});
