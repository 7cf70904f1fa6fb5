import { expect, test } from "vitest";
import { negotiateEncoding } from "./compression.ts";

test.each([
  [undefined, "identity"],
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["identity", "identity"],
])("Accept-Encoding %j selects %s", (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
