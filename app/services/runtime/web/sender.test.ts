import { expect, test } from "vitest";
import { getSender } from "./sender.ts";

test.each([
  ["203.0.113.7", "203.0.113.7", undefined],
  ["::ffff:203.0.113.7", "203.0.113.7", undefined],
  ["::FFFF:cb00:7107", "203.0.113.7", undefined],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7", undefined],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["[2001:db8:1:2::7]", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8:1:2:3:4:192.0.2.1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["::", "0:0:0:0::/64", "0:0:0::/48"],
])("%s counts as the sender %s in the network %s", (header, address, network) => {
  expect(getSender(header)).toEqual({ address, ...(network && { network }) });
});

test.each(["", "unknown", "1.2.3", "1.2.3.4.5", "2001:db8:::1", ":", "::ffff:1.2.3.999", "a".repeat(70_000)])(
  "the invalid address %j counts as the sender “unknown”",
  (header) => {
    expect(getSender(header)).toEqual({ address: "unknown" });
  },
);
