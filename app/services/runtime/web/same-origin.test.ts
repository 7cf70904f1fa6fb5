import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const own = "https://herbs.example";
const plain = "http://herbs.example";

test.each<[origin: string, site: string, requestOrigin: string, siteUrl: string | undefined, result?: boolean]>([
  // A foreign origin is refused, whatever other headers the browser sends.
  ["https://evil.example", "same-origin", own, own, false],
  ["https://evil.example", "same-origin", own, undefined, false],
  ["https://shop.herbs.example", "same-origin", own, own, false],
  ["https://herbs.example:8443", "same-origin", own, own, false],
  [own, "same-origin", plain, plain, false],
  [plain, "same-origin", own, own, false],
  ["null", "same-origin", own, own, true],
  ["null", "", own, own, false],
  // Browsers send this header themselves.
  [own, "same-origin", own, own, true],
  [own, "same-origin", plain, undefined, true],
  ["http://localhost:3000", "same-origin", "http://localhost:3000", own, true],
  ["", "same-origin", plain, undefined, true],
  ["https://evil.example", "cross-site", plain, undefined, false],
  ["https://shop.herbs.example", "same-site", plain, undefined, false],
  ["null", "cross-site", plain, own, false],
  // Browsers without this header, and pages that a person reloads.
  [own, "", own, own, true],
  [own, "", plain, own, true],
  [plain, "", plain, own, false],
  ["https://evil.example", "", "https://evil.example", own, false],
  [own, "none", own, undefined, true],
  [own, "", own, undefined, true],
  [plain, "", own, undefined, false],
  [own, "", plain, undefined, true],
  [plain, "", plain, undefined, true],
  ["https://evil.example", "", own, undefined, false],
  ["https://evil.example", "none", plain, undefined, false],
  ["https://herbs.example:8443", "", plain, undefined, false],
  ["null", "", plain, undefined, false],
  // Programs send neither header.
  ["", "", plain, undefined],
  ["", "none", own, own],
])("Origin “%s”, Sec-Fetch-Site “%s”, sent to %s with SITE_URL %s: %s", (origin, site, sentTo, siteUrl, result) => {
  const headers = new Headers({ Origin: origin, "Sec-Fetch-Site": site });
  expect(isSameOrigin(headers, sentTo, siteUrl)).toBe(result);
});
