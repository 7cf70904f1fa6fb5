import { STATUS_CODES, validateHeaderName, validateHeaderValue, type ServerResponse } from "node:http";

/** Where Node keeps the head of an answer once it is put together; set, it is sent as it is. */
type WithHead = ServerResponse & { _header: string | null; _keepAliveTimeout: number };

/**
 * Status and headers of an answer that is sent again and again, put together once. Node does that for each answer anew:
 * with the headers of a page it takes as long as a third of all the rest (docs/decisions/0020-a-head-put-together-once.md).
 */
export class PreparedHead {
  readonly #status: number;
  readonly #headers: readonly [string, string][];
  readonly #text: string;

  /** @throws where Node would throw: a name or value that can't stand in a header */
  constructor(status: number, headers: readonly [string, string][]) {
    for (const [name, value] of headers) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    this.#status = status;
    this.#headers = headers;
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    this.#text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}`;
  }

  /** Gives an answer this head, with what differs from request to request; what is left is to `end` it. */
  put(response: ServerResponse, requestId: string, ageSeconds: number): void {
    const { shouldKeepAlive, req } = response;
    const { _keepAliveTimeout: keepAlive } = response as WithHead;
    // A connection that is to be closed, or a client of another time: Node knows what to say.
    if (!shouldKeepAlive || req.httpVersion !== "1.1" || keepAlive === 0) {
      response.writeHead(
        this.#status,
        [...this.#headers, ["X-Request-Id", requestId], ["Age", String(ageSeconds)]].flat(),
      );
      return;
    }
    response.statusCode = this.#status;
    (response as WithHead)._header =
      `${this.#text}X-Request-Id: ${requestId}\r\nAge: ${ageSeconds}\r\nDate: ${httpDate()}\r\n` +
      `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`;
  }
}

let second = 0;
let text = "";

/** The time now as HTTP writes it, made once a second. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
