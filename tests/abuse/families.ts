import type { Socket } from "node:net";
import { startBackend } from "../mocks/backend.ts";
import type { Attacker } from "./client.ts";

/** A family of attacks on a fresh site. `attack` returns the problems that it finds. */
export type Family = {
  name: string;
  /** Handler of an owner's backend beside the site. */
  backend?: typeof startBackend extends (api: infer Api) => unknown ? Api : never;
  /** Attacks a site. @returns descriptions of the limits that the site exceeded; empty if there are none */
  attack(attacker: Attacker, milliseconds: number): Promise<string[]>;
};

/** Texts for which a careless parser takes quadratic time. */
const fillers = ["/", "/.", "/..", "%", "%2e", ";", " ", ",", "=", "\t", "\\", "&", "a", "-", '"', "%2f.."].map(
  (unit) => unit.repeat(Math.floor(120_000 / unit.length)),
);

/** Pseudo-random words, equal in each run. */
const createWord = (n: number) => ((n * 2_654_435_761) % 4_294_967_296).toString(36);

export const families: Family[] = [
  {
    name: "paths",
    async attack({ sendRequest, repeat }, milliseconds) {
      return repeat(milliseconds, async (n) => {
        const filler = fillers[n % fillers.length]!.replace(/[\s"]/g, "+");
        const path = n % 2 === 0 ? `/a${filler}a` : `/x${n}/../files/dang-gui-cn.pdf`;
        const { status } = await sendRequest({ path });
        const expected = n % 2 === 0 ? [400, 414, 431] : [301];
        return !expected.includes(status) && `${path.slice(0, 20)}… is a ${status}`;
      });
    },
  },
  {
    name: "headers",
    async attack({ sendRequest, repeat }, milliseconds) {
      const names = [
        "Accept-Language",
        "Cookie",
        "Accept-Encoding",
        "If-None-Match",
        "Range",
        "Accept",
        "Referer",
        "Origin",
      ];
      return repeat(milliseconds, async (n) => {
        const length = n % 3 === 0 ? 120_000 : 30_000;
        const text = `en${fillers[n % fillers.length]!.slice(0, length)}x`;
        const name = names[Math.floor(n / fillers.length) % names.length]!;
        const { status } = await sendRequest({ path: `/?x=${n}`, headers: { [name]: text } });
        return status >= 500 && `${name} of ${JSON.stringify(text.slice(0, 8))}… is a ${status}`;
      });
    },
  },
  {
    name: "lists in forms",
    async attack({ sendRequest, post, repeat }, milliseconds) {
      const rows = "&item=huang-qi&quantity=1";
      const bodies = ["&item=", "&item=a&quantity=", rows, "&quantity=1", `&item=${"a".repeat(5000)}`].map(
        (unit) => `intent=x${unit.repeat(Math.floor(65_000 / unit.length))}`,
      );
      return repeat(milliseconds, async (n) => {
        const uniqueItems = Array.from({ length: 7000 }, (_, index) => `item=${index + n}`)
          .join("&")
          .slice(0, 65_000);
        const { status, headers, body } = await post("/quotation", [...bodies, `intent=x&${uniqueItems}`][n % 6]!);
        const cookie = [headers["set-cookie"] ?? []].flat().find((cookie) => cookie.startsWith("inquiry="));
        if (cookie) await sendRequest({ path: "/quotation", headers: { Cookie: cookie.split(";")[0]! } });
        return (status >= 500 || body.length > 1_000_000) && `an answer of ${status} and ${body.length} characters`;
      });
    },
  },
  {
    name: "lists in JSON",
    async attack({ sendRequest, repeat }, milliseconds) {
      const items = Array.from({ length: 6000 }, () => ({}));
      const bodies = [{ items }, { tags: items }, [items], "[".repeat(60_000), { name: "a".repeat(60_000) }];
      return repeat(milliseconds, async (n) => {
        const path = ["/quotation", "/guestbook", "/api/auth/code", "/hooks/purge"][n % 4]!;
        const value = bodies[n % bodies.length]!;
        const body =
          typeof value === "string" ? value : JSON.stringify({ name: "A", contact: "a@b.cn", locale: "en", ...value });
        const { status } = await sendRequest({
          path,
          method: "POST",
          body,
          headers: { "Content-Type": "application/json" },
        });
        return status >= 500 && `${path} is a ${status}`;
      });
    },
  },
  {
    name: "many pages, never the same",
    async attack({ sendRequest, repeat }, milliseconds) {
      return repeat(milliseconds, async (n) => {
        const paths = [
          `/search?q=${createWord(n)}`,
          `/en/news/list?keyword=${createWord(n)}`,
          `/?_routes=${createWord(n)}`,
          `/${createWord(n)}`,
        ];
        const { status } = await sendRequest({ path: paths[n % paths.length]! });
        return status >= 500 && status !== 503 && `a page is a ${status}`;
      });
    },
  },
  {
    name: "bogus logins",
    async attack({ sendRequest, repeat }, milliseconds) {
      return repeat(milliseconds, async (n) => {
        const { status } = await sendRequest({ path: "/news/list", headers: { Cookie: `token=${createWord(n)}` } });
        return status !== 200 && `a page is a ${status}`;
      });
    },
  },
  {
    name: "redirects",
    async attack({ sendRequest, repeat }, milliseconds) {
      const pieces = ["/", "//", ".", "..", "%2e", "%2%65", "%2f", "%5c", "@", "evil.example", "%09", "en", "?", "#"];
      return repeat(milliseconds, async (n) => {
        const target = `/${[n, n >> 4, n >> 8, n >> 12].map((at) => pieces[at % pieces.length]).join("")}`;
        const paths = [`/language/en?to=${encodeURIComponent(target)}`, `/language/cn?to=${target}`, target];
        const { status, headers } = await sendRequest({
          path: paths[n % 3]!,
          headers: { Cookie: "i18n_redirected=en" },
        });
        const location = String(headers["location"] ?? "/");
        const isOwn = new URL(location, "http://site.invalid").origin === "http://site.invalid";
        return (status >= 500 || !isOwn) && `${target} is a ${status} to ${location}`;
      });
    },
  },
  {
    name: "clients that don't read",
    async attack({ connect }, milliseconds) {
      const pipelinedRequests = "GET /files/dang-gui-cn.pdf HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500);
      const page = "GET /files/dang-gui-cn.pdf HTTP/1.1\r\nHost: a\r\n\r\n".repeat(8);
      const roundCount = 5;
      const sockets: Socket[] = [];
      for (let round = 0; round < roundCount; round++) {
        sockets.push(...Array.from({ length: 30 }, (_, n) => connect(n % 2 === 0 ? pipelinedRequests : page)));
        await new Promise((resolve) => setTimeout(resolve, milliseconds / roundCount));
      }
      for (const socket of sockets) socket.destroy();
      return [];
    },
  },
  {
    name: "leaving while it waits",
    backend: () => new Promise<Response>(() => undefined),
    async attack({ connect }, milliseconds) {
      const roundCount = 10;
      for (let round = 0; round < roundCount; round++) {
        const sockets = Array.from({ length: 100 }, (_, n) =>
          connect(`GET /product/info/${createWord(round * 100 + n)} HTTP/1.1\r\nHost: a\r\n\r\n`),
        );
        await new Promise((resolve) => setTimeout(resolve, milliseconds / roundCount));
        for (const socket of sockets) socket.destroy();
      }
      return [];
    },
  },
];
