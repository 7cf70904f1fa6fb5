import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The simplest server with `node:http`: it responds to every request with the bytes of a file. */
const [file = "", encoding = "identity"] = process.argv.slice(2);
const body = readFileSync(file);
const headers = {
  ...{ "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length },
  ...(encoding !== "identity" && { "Content-Encoding": encoding }),
};

const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => console.log(`port ${(server.address() as AddressInfo).port}`));
