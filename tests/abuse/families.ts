import type { Transport } from "#app/services/api/client.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";

type Site = { origin: string };

/** A family of attacks on a fresh site: many concurrent requests, or clients that read nothing. */
export type Family = {
  name: string;
  /** Handler that stands in for the owner's backend. */
  backend?: Transport;
} & (
  | {
      /** Sends the n-th request. @returns how the site exceeded a limit; `false` if it didn't */
      attack(site: Site, n: number): Promise<string | false>;
    }
  | {
      write(n: number): string;
      rounds: number;
      clientsPerRound: number;
      /** Whether clients stay until the end; otherwise they leave after their round. */
      areStaying: boolean;
    }
);

/** Texts for which a careless parser takes quadratic time. */
const fillers = ["/", "/.", "/..", "%", "%2e", ";", " ", ",", "=", "\t", "\\", "&", "a", "-", '"', "%2f.."].map(
  (unit) => unit.repeat(Math.floor(120_000 / unit.length)),
);

const attackedHeaders = "Accept-Language Cookie Accept-Encoding If-None-Match Range Accept Referer Origin".split(" ");

const inquiries = [
  "&item=",
  "&item=a&quantity=",
  "&item=huang-qi&quantity=1",
  "&quantity=1",
  `&item=${"a".repeat(5000)}`,
]
  .map((unit) => unit.repeat(Math.floor(65_000 / unit.length)))
  .map((rows) => `intent=x${rows}`);

const emptyObjects = Array.from({ length: 6000 }, () => ({}));
const invalidValues = [
  { items: emptyObjects },
  { tags: emptyObjects },
  [emptyObjects],
  "[".repeat(60_000),
  { name: "a".repeat(60_000) },
];
const jsonPaths = ["/quotation", "/guestbook", "/api/auth/code", "/hooks/purge"];

const redirectPieces = ["/", "//", ".", "..", "%2e", "%2%65", "%2f", "%5c", "@", "evil.example", "%09", "en", "?", "#"];

/** Creates the n-th pseudo-random word, which is the same in each run. */
const createWord = (n: number) => ((n * 2_654_435_761) % 4_294_967_296).toString(36);

/** Returns the n-th value; after the end the list begins again. */
const pick = <Value>(values: readonly Value[], n: number) => values[n % values.length]!;

/** Requests a path without normalising it. If the site closes the connection, the status is 0. */
const get = (site: Site, path: string, headers?: Record<string, string>) =>
  requestPlain(site, path, headers).catch(() => ({ status: 0, headers: {} as Record<string, string | undefined> }));

const post = (site: Site, path: string, type: string, body: string) =>
  fetch(site.origin + path, { method: "POST", redirect: "manual", headers: { "Content-Type": type }, body });

const file = "GET /files/dang-gui-cn.pdf HTTP/1.1\r\nHost: a\r\n\r\n";

export const families: Family[] = [
  {
    name: "paths",
    async attack(site, n) {
      const filler = pick(fillers, n).replace(/[\s"]/g, "+");
      const [path, expected] =
        n % 2 === 0 ? [`/a${filler}a`, [400, 414, 431]] : [`/x${n}/../files/dang-gui-cn.pdf`, [301]];
      const { status } = await get(site, path);
      return !expected.includes(status) && `${path.slice(0, 20)}… is a ${status}`;
    },
  },
  {
    name: "headers",
    async attack(site, n) {
      const text = `en${pick(fillers, n).slice(0, n % 3 === 0 ? 120_000 : 30_000)}x`;
      const name = pick(attackedHeaders, Math.floor(n / fillers.length));
      const { status } = await get(site, `/?x=${n}`, { [name]: text });
      return status >= 500 && `${name} of ${JSON.stringify(text.slice(0, 8))}… is a ${status}`;
    },
  },
  {
    name: "lists in forms",
    async attack(site, n) {
      const uniqueItems = Array.from({ length: 7000 }, (_, index) => `item=${index + n}`).join("&");
      const body = pick([...inquiries, `intent=x&${uniqueItems.slice(0, 65_000)}`], n);
      const response = await post(site, "/quotation", "application/x-www-form-urlencoded", body);
      const text = await response.text();
      const cookie = response.headers.getSetCookie().find((value) => value.startsWith("inquiry="));
      if (cookie) await get(site, "/quotation", { Cookie: cookie.split(";")[0]! });
      const isTooLong = text.length > 1_000_000;
      return (response.status >= 500 || isTooLong) && `a ${response.status} of ${text.length} characters`;
    },
  },
  {
    name: "lists in JSON",
    async attack(site, n) {
      const path = pick(jsonPaths, n);
      const value = pick(invalidValues, n);
      const body =
        typeof value === "string" ? value : JSON.stringify({ name: "A", contact: "a@b.cn", locale: "en", ...value });
      const { status } = await post(site, path, "application/json", body);
      return status >= 500 && `${path} is a ${status}`;
    },
  },
  {
    name: "many pages, never the same",
    async attack(site, n) {
      const word = createWord(n);
      const path = pick([`/search?q=${word}`, `/en/news/list?keyword=${word}`, `/?_routes=${word}`, `/${word}`], n);
      const { status } = await get(site, path);
      return status >= 500 && status !== 503 && `a page is a ${status}`;
    },
  },
  {
    name: "bogus logins",
    async attack(site, n) {
      const { status } = await get(site, "/news/list", { Cookie: `token=${createWord(n)}` });
      return status !== 200 && `a page is a ${status}`;
    },
  },
  {
    name: "redirects",
    async attack(site, n) {
      const target = `/${[n, n >> 4, n >> 8, n >> 12].map((at) => pick(redirectPieces, at)).join("")}`;
      const path = pick([`/language/en?to=${encodeURIComponent(target)}`, `/language/cn?to=${target}`, target], n);
      const { status, headers } = await get(site, path, { Cookie: "i18n_redirected=en" });
      const { origin } = new URL(headers["location"] ?? "/", "http://site.invalid");
      return (
        (status >= 500 || origin !== "http://site.invalid") && `${target} is a ${status} to ${headers["location"]}`
      );
    },
  },
  {
    name: "clients that don't read",
    write: (n) => file.repeat(n % 2 === 0 ? 500 : 8),
    rounds: 5,
    clientsPerRound: 30,
    areStaying: true,
  },
  {
    name: "leaving while it waits",
    backend: () => new Promise(() => undefined),
    write: (n) => `GET /product/info/${createWord(n)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    rounds: 10,
    clientsPerRound: 100,
    areStaying: false,
  },
];
