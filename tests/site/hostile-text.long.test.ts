import { request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { endpoints } from "#app/services/api/contract/calls/endpoints.ts";
import { requestLimits } from "#app/services/runtime/web/request-limits.ts";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { createVisitorHeaders } from "#tests/setup/site/guestbook-form.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

/** Text of which a request is filled, by kind. */
const kinds: Record<string, string> = {
  "Thai marks": "\u0e38\u0e48\u0e49",
  "Hebrew points": "\u05bc\u05b0",
  "Vietnamese marks": "\u0323\u0301",
  "marks and joiners": "\u0951\u200d",
  joiners: "\u200d\u200c",
  "joined emoji": "👩\u200d",
  "combining jamo": "ᄀ",
  digits: "1",
  "full-width digits": "１",
  "numbers with hyphens": "1-",
  "item numbers": "QG-P-0101 ",
  commas: ",",
  "full stops": "．",
  bars: "|",
  parentheses: "(",
  "angle brackets": "<",
  "quotation marks": '"',
  spaces: " ",
  "ideographic spaces": "\u3000",
  "line breaks": "\n",
  "halves of surrogate pairs": "\ud83d",
  ligatures: "\ufdfa",
  ideographs: "黄芪",
  addresses: "a@b.c ",
};

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
const entries: Record<string, Entry> = {
  ...Object.fromEntries(
    ["utf-8", "windows-874", "windows-1255", "windows-1258"].flatMap((charset) => [
      [`message in ${charset}`, formEntry("/contact-us", "content", contact, charset)],
      [`contact in ${charset}`, formEntry("/contact-us", "contact", "name=a&content=a", charset)],
      [`inquiry in ${charset}`, formEntry("/quotation", "message", `intent=send&${contact}`, charset)],
      [`login code in ${charset}`, formEntry("/login", "code", "account=a%40b.example", charset)],
    ]),
  ),
  "pasted list": formEntry("/quotation", "numbers", "intent=sheet"),
  "a line of a list": formEntry("/quotation", "line", "intent=pasted"),
  quantity: formEntry("/quotation", "quantity", "intent=update&item=huang-qi"),
  account: formEntry("/login", "account", "intent=code"),
  "doses of a formula": formEntry("/quotation", "amount", "intent=formula&formula=gui-zhi-tang&per=doses"),
  multipart: multipartEntry,
  "message in JSON": jsonEntry(endpoints["guestbook.create"].path, "content"),
  "inquiry in JSON": jsonEntry(endpoints["quotation.create"].path, "message"),
  "account in JSON": jsonEntry(endpoints["auth.code"].path, "account"),
  "browser's error": jsonEntry("/client-errors", "message"),
  "batch numbers": queryEntry("/batch?number="),
  "topic of batches": queryEntry("/contact-us?about=batch/"),
  "topic of a search": queryEntry("/contact-us?about=search/"),
  "amount of a topic": queryEntry("/contact-us?formula=gui-zhi-tang&amount="),
  keyword: queryEntry("/search?q="),
  suggestion: queryEntry("/search/suggest?q="),
  "keyword of a list": queryEntry("/en/product/list?keyword="),
  "rows of a sheet": queryEntry("/product/list?view=sheet&list="),
  "keyword of the API": queryEntry(`${endpoints["product.list"].path}?keyword=`),
  "batch of the API": queryEntry(`${endpoints["batch.info"].path}?id=`),
  "redirect after login": queryEntry("/login?redirect="),
  reference: queryEntry("/quotation/received?reference="),
  "batch's path": pathEntry("/batch/"),
  "batch's certificate": pathEntry("/batch/", "/certificate"),
  "item's path": pathEntry("/news/info/"),
  "category's path": pathEntry("/product/list/"),
  "file's path": pathEntry("/files/"),
  "unknown path": pathEntry("/"),
  "path of a picture": pathEntry("/media/"),
  ...Object.fromEntries(
    ["Accept", "Accept-Encoding", "Accept-Language", "Cookie", "If-None-Match", "Range", "Referer", "traceparent"].map(
      (name) => [`header ${name}`, headerEntry(name)],
    ),
  ),
  "header Origin": headerEntry("Origin", "http://"),
  "header Host": headerEntry("Host"),
  "header X-Forwarded-For": headerEntry("X-Forwarded-For"),
  "header X-Forwarded-Host": headerEntry("X-Forwarded-Host"),
  "basket's cookie": headerEntry("Cookie", "inquiry="),
  "desk: login code": formEntry("/desk/login", "code", "intent=login&account=a"),
  "desk: search in items": queryEntry("/desk/items?q="),
  "desk: search in messages": queryEntry("/desk/messages?q="),
  "desk: batch number": queryEntry("/desk/batches?number="),
  "desk: old address": queryEntry("/desk/redirect?from="),
  "desk: new address": queryEntry("/desk/address?part=product/huang-qi&to="),
  "desk: results": formEntry("/desk/batches/new", "rows", "number=HQ1&product=huang-qi"),
  "desk: number of a new batch": formEntry("/desk/batches/new", "number", "product=huang-qi"),
};

const account = "zhou@qigu.example";
const site = setUpSite({ TRUST_PROXY: "127.0.0.1", DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
let cookie: string;
beforeAll(async () => void (cookie = await logInToDesk(site, account)));

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

test.each(Object.entries(entries))("%s: no kind of text takes the process long", async (name, createEntry) => {
  const slowKinds: Record<string, number> = {};
  for (const [kind, piece] of Object.entries(kinds)) {
    const sent = createEntry(piece);
    const milliseconds = sent ? await measure(sent) : 0;
    if (process.env["TABLE"]) console.log(`${name} | ${kind} | ${milliseconds.toFixed()} ms`);
    if (milliseconds > maxMs) slowKinds[kind] = milliseconds;
  }
  expect(slowKinds).toEqual({});
});
