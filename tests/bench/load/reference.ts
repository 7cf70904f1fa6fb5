import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The least that `node:http` can do: it sends the bytes of a file, with these headers, to whoever asks for anything. */
const [file = "", headers = "{}"] = process.argv.slice(2);
const body = readFileSync(file);
const sent = { ...(JSON.parse(headers) as Record<string, string>), "Content-Length": body.length };

const server = createServer((_request, response) => {
  response.writeHead(200, sent);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
