import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createLog } from "../../../app/services/runtime/log.ts";
import { getHistogram } from "../../../app/services/runtime/metrics.ts";

/**
 * The simplest server that does for each request what the site does by documented interfaces alone: it writes these headers
 * and a request id by `writeHead`, a line of the log by pino, and a duration by prom-client.
 */
const [file = "", headers = "{}", port = ""] = process.argv.slice(2);
const body = readFileSync(file);
const pageHeaders = JSON.parse(headers) as Record<string, string>;
const log = createLog("info", { build: "reference" });
const durations = getHistogram({
  name: "http_request_duration_seconds",
  help: "Time from the headers of a request to the end of its response",
  labelNames: ["method", "route", "status"],
}).labels("GET", "/", "200");

createServer((request, response) => {
  const start = performance.now();
  const requestId = randomUUID();
  response.writeHead(200, { ...pageHeaders, "X-Request-Id": requestId });
  response.end(body);
  const ms = performance.now() - start;
  durations.observe(ms / 1000);
  const { method, url: path } = request;
  log.info({ requestId, method, path, status: 200, ms: Math.round(ms * 10) / 10, cache: "fresh" }, "request");
}).listen(Number(port), "127.0.0.1");
