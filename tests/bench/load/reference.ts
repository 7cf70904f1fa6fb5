import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The simplest server with `node:http`. It responds to every request with the bytes of a file and these headers.
 */
const [file = "", headers = "{}"] = process.argv.slice(2);
const body = readFileSync(file);
const responseHeaders = { ...(JSON.parse(headers) as Record<string, string>), "Content-Length": body.length };

const server = createServer((_request, response) => {
  response.writeHead(200, responseHeaders);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
