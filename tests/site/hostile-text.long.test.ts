import { request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { endpoints } from "#app/services/api/contract/calls/endpoints.ts";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { createVisitorHeaders } from "#tests/setup/site/guestbook-form.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

/** Texts of which requests are filled: marks of scripts, joiners, digits, separators, brackets, blanks, half characters. */
const pieces = [
  ..."\u0e38\u0e48\u0e49¦\u05bc\u05b0¦\u0323\u0301¦\u0951\u200d¦\u200d\u200c¦👩\u200d¦ᄀ¦\ufdfa¦黄芪¦\ud83d".split("¦"),
  ...'1¦１¦1-¦QG-P-0101 ¦a@b.c ¦,¦．¦|¦(¦<¦"¦ ¦\u3000¦\n'.split("¦"),
];

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer };
type Entry = (text: string) => Sent | undefined;

const fill = (piece: string, length: number) => `a${piece.repeat(length / piece.length)}`.slice(0, length);

/** Fills a part of a body, header or path up to its limit in bytes. */
const fillBytes = (piece: string, size: number, encode: (text: string) => Buffer) =>
  encode(fill(piece, Math.floor(size / encode(piece).length) * piece.length));

const utf8 = (text: string) => Buffer.from(text);

/** Encodes a text in a charset of one byte per character. @throws for other characters */
function encodeIn(charset: string): (text: string) => Buffer {
  const decoder = new TextDecoder(charset);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return (text) => Buffer.from(Array.from(text, (character) => bytes.get(character)!));
}

const bodySize = requestLimits.body - 400;
const post = (path: string, type: string, body: Buffer): Sent => ({
  ...{ method: "POST", path, body },
  headers: { "Content-Type": type, "Sec-Fetch-Site": "same-origin" },
});

const formEntry =
  (path: string, field: string, others = "", charset = "utf-8"): Entry =>
  (piece) => {
    const encode = charset === "utf-8" ? utf8 : encodeIn(charset);
    if (charset !== "utf-8" && !new TextDecoder(charset).decode(encode(piece)).includes(piece)) return undefined;
    const type = `application/x-www-form-urlencoded; charset=${charset}`;
    // A separator or a space would end the field.
    const percent = (text: string) =>
      Buffer.from(
        encode(text)
          .toString("latin1")
          .replace(/[%&=+]/g, encodeURIComponent),
        "latin1",
      );
    const body = Buffer.concat([utf8(`${others}&${field}=`), fillBytes(piece, bodySize, percent)]);
    return post(path, type, body);
  };

const jsonEntry =
  (path: string, field: string): Entry =>
  (piece) => {
    const escape = (text: string) => utf8(JSON.stringify(text).slice(1, -1));
    const text = JSON.parse(`"${fillBytes(piece, bodySize, escape).toString()}"`) as string;
    return post(
      path,
      "application/json",
      utf8(JSON.stringify({ name: "a", contact: "13812345678", locale: "cn", items: [], [field]: text })),
    );
  };

const multipartEntry: Entry = (piece) => {
  const start = `--x\r\nContent-Disposition: form-data; name="content"\r\n\r\n`;
  const body = Buffer.concat([utf8(start), fillBytes(piece, bodySize, utf8), utf8("\r\n--x--\r\n")]);
  return post("/contact-us", "multipart/form-data; boundary=x", body);
};

const encodeUri = (text: string) => utf8(encodeURIComponent(text.toWellFormed()));
const pathEntry =
  (start: string, end = "", size: number = requestLimits.path): Entry =>
  (piece) => ({ path: start + fillBytes(piece, size - 200, encodeUri).toString() + end });
const queryEntry = (start: string, end = "") => pathEntry(start, end, requestLimits.target - requestLimits.path);

const headerEntry =
  (name: string, start = ""): Entry =>
  (piece) => {
    const text = fillBytes(piece, requestLimits.headers - 1000, utf8).toString("latin1");
    const value = start + text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
    return { path: "/product/list", headers: { [name]: value } };
  };

const contact = "name=a&contact=13812345678";
/** Forms in every kind of charset: path, other fields, and the field that is filled. */
const forms = ["utf-8", "windows-874", "windows-1255", "windows-1258"].flatMap((charset) => [
  formEntry("/contact-us", "content", contact, charset),
  formEntry("/contact-us", "contact", "name=a&content=a", charset),
  formEntry("/quotation", "message", `intent=send&${contact}`, charset),
  formEntry("/login", "code", "account=a%40b.example", charset),
]);
const queries =
  "/batch?number= /contact-us?about=batch/ /contact-us?about=search/ /contact-us?formula=gui-zhi-tang&amount= /search?q= /search/suggest?q= /en/product/list?keyword= /product/list?view=sheet&list= /login?redirect= /quotation/received?reference= /desk/items?q= /desk/messages?q= /desk/batches?number= /desk/redirect?from= /desk/address?part=product/huang-qi&to=";
const headers =
  "Accept Accept-Encoding Accept-Language Cookie If-None-Match Range Referer traceparent Host X-Forwarded-For X-Forwarded-Host";
const entries: Entry[] = [
  ...forms,
  formEntry("/quotation", "numbers", "intent=sheet"),
  formEntry("/quotation", "quantity", "intent=pasted&item=huang-qi"),
  formEntry("/quotation", "quantity", "intent=update&item=huang-qi"),
  formEntry("/quotation", "amount", "intent=formula&formula=gui-zhi-tang&per=doses"),
  formEntry("/login", "account", "intent=code"),
  formEntry("/desk/login", "code", "intent=login&account=a"),
  formEntry("/desk/batches/new", "rows", "number=HQ1&product=huang-qi"),
  formEntry("/desk/batches/new", "number", "product=huang-qi"),
  multipartEntry,
  jsonEntry(endpoints["guestbook.create"].path, "content"),
  jsonEntry(endpoints["quotation.create"].path, "message"),
  jsonEntry(endpoints["auth.code"].path, "account"),
  jsonEntry("/client-errors", "message"),
  queryEntry(`${endpoints["product.list"].path}?keyword=`),
  queryEntry(`${endpoints["batch.info"].path}?id=`),
  ...queries.split(" ").map((start) => queryEntry(start)),
  ..."/ /batch/ /news/info/ /product/list/ /files/ /media/".split(" ").map((start) => pathEntry(start)),
  pathEntry("/batch/", "/certificate"),
  ...headers.split(" ").map((name) => headerEntry(name)),
  headerEntry("Origin", "http://"),
  headerEntry("Cookie", "inquiry="),
];

const account = "zhou@qigu.example";
const site = setUpSite({ TRUST_PROXY: "127.0.0.1", DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
let cookie: string;
beforeAll(async () => {
  cookie = await logInToDesk(site, account);
  // The first request of a kind takes longer.
  for (const createEntry of entries) await send(createEntry("a")!);
});

const readCpu = async () =>
  Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(await site.getText("/metrics"))?.[1]) * 1000;

function send({ path, headers, body, ...options }: Sent): Promise<number> {
  const allHeaders = { ...createVisitorHeaders(), ...(path.startsWith("/desk") && { Cookie: cookie }), ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(site.origin),
      { ...options, path, headers: allHeaders, maxHeaderSize: 2 ** 18 },
      (response) => {
        response.resume().once("end", () => resolve(response.statusCode!));
      },
    );
    sent.once("error", reject).end(body);
  });
}

/** Five times the aim, because a busy machine takes longer. Quadratic time would take seconds. */
const maxMs = 250;

/** Returns the CPU milliseconds of the fastest of up to three requests, because other work disturbs some. */
async function measure(sent: Sent): Promise<number> {
  let fastest = Infinity;
  for (let run = 0; run < 3 && fastest > maxMs / 5; run++) {
    const before = await readCpu();
    await send(sent);
    fastest = Math.min(fastest, (await readCpu()) - before);
  }
  return fastest;
}

test.each(pieces)("the process answers every entry quickly, whatever the number of %j in it", async (piece) => {
  const slowRequests: string[] = [];
  for (const createEntry of entries) {
    const sent = createEntry(piece);
    const milliseconds = sent ? await measure(sent) : 0;
    if (milliseconds > maxMs) slowRequests.push(`${JSON.stringify(sent).slice(0, 200)}: ${milliseconds} ms`);
  }
  expect(slowRequests).toEqual([]);
});
