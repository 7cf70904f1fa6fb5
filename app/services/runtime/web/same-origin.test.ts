import { expect, test } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const siteOrigin = "https://herbs.example";
const httpOrigin = "http://herbs.example";

test.each<[origin: string, site: string, requestOrigin: string, siteUrl: string | undefined, result?: boolean]>([
  // With `SITE_URL` a foreign origin is refused even with `same-origin`, for example if only its subdomain, port or
  // scheme differs from the site's. `null` is accepted only with `same-origin`.
  ["https://evil.example", "same-origin", siteOrigin, siteOrigin, false],
  ["https://shop.herbs.example", "same-origin", siteOrigin, siteOrigin, false],
  ["https://herbs.example:8443", "same-origin", siteOrigin, siteOrigin, false],
  [siteOrigin, "same-origin", httpOrigin, httpOrigin, false],
  ["null", "same-origin", siteOrigin, siteOrigin, true],
  ["null", "", siteOrigin, siteOrigin, false],
  // `Sec-Fetch-Site`, which no page can set, decides.
  [siteOrigin, "same-origin", siteOrigin, siteOrigin, true],
  [siteOrigin, "same-origin", httpOrigin, undefined, true],
  ["http://localhost:3000", "same-origin", "http://localhost:3000", siteOrigin, true],
  ["", "same-origin", httpOrigin, undefined, true],
  // Proxies remove the port of Host. If they replace Host, only `SITE_URL` tells the origin.
  [siteOrigin, "same-origin", "http://127.0.0.1:3001", undefined, false],
  [siteOrigin, "same-origin", "http://127.0.0.1:3001", siteOrigin, true],
  ["https://evil.example", "same-origin", httpOrigin, undefined, false],
  ["http://herbs.example:8080", "same-origin", httpOrigin, undefined, true],
  [siteOrigin, "", "http://127.0.0.1:3001", undefined, false],
  ["https://evil.example", "cross-site", httpOrigin, undefined, false],
  ["https://shop.herbs.example", "same-site", httpOrigin, undefined, false],
  // The origin decides in old browsers, which send no `Sec-Fetch-Site`, and after a reload, which sends `none`.
  [siteOrigin, "", siteOrigin, siteOrigin, true],
  [httpOrigin, "", httpOrigin, siteOrigin, false],
  ["https://evil.example", "", "https://evil.example", siteOrigin, false],
  [siteOrigin, "none", siteOrigin, undefined, true],
  [httpOrigin, "", siteOrigin, undefined, false],
  [siteOrigin, "", httpOrigin, undefined, true],
  [httpOrigin, "", httpOrigin, undefined, true],
  ["https://evil.example", "none", httpOrigin, undefined, false],
  ["https://herbs.example:8443", "", httpOrigin, undefined, false],
  ["null", "", httpOrigin, undefined, false],
  // Programs send no origin, so the result is undefined.
  ["", "", httpOrigin, undefined],
  ["", "none", siteOrigin, siteOrigin],
])("Origin “%s”, Sec-Fetch-Site “%s”, sent to %s with SITE_URL %s: %s", (origin, site, sentTo, siteUrl, result) => {
  const headers = new Headers({ Origin: origin, "Sec-Fetch-Site": site });
  expect(isSameOrigin(headers, sentTo, siteUrl)).toBe(result);
});
