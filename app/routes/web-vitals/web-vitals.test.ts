import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import * as clientErrors from "#app/routes/client-errors/route.ts";
import { formatMetrics } from "#app/services/runtime/metrics.ts";
import { actionLimits } from "#app/services/submissions/database/rate-limit.ts";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { action, loader, pageRoutes } from "./route.ts";

const site = await setUpRouteCaller();

const visit = { route: "product-list", language: "en-US", LCP: 1400, INP: 96 };

const send = async (body: unknown, headers: Record<string, string> = {}, clientAddress = "203.0.113.9") =>
  (await site.send<Response>(action, "/web-vitals", JSON.stringify(body), headers, { clientAddress })).status;

const readSums = async () => (await formatMetrics()).text.match(/^web_vitals_.*_sum.*$/gm) ?? [];

test("a visit is counted in the histograms by route and language, and isn't logged", async () => {
  expect(await send({ ...visit, path: "/en/product/list?keyword=secret" }, { Cookie: "token=secret" })).toBe(204);
  expect(await send({ route: "home", language: "zh-CN" })).toBe(204);
  expect(await readSums()).toEqual([
    'web_vitals_lcp_seconds_sum{route="product-list",language="en-US"} 1.4',
    'web_vitals_inp_seconds_sum{route="product-list",language="en-US"} 0.096',
  ]);
  expect(site.log.lines).toEqual([]);
});

test.each([
  ["a path as the route", { ...visit, route: "/en/product/list" }],
  ["a route of the desk", { ...visit, route: "desk/messages" }],
  ["an unknown language", { ...visit, language: "en" }],
  ["a text as the LCP", { ...visit, LCP: "1400" }],
  ["a negative INP", { ...visit, INP: -1 }],
  ["an LCP of more than ten minutes", { ...visit, LCP: 600_001 }],
  ["a large body", { ...visit, path: "x".repeat(5000) }],
])("a report with %s gets a 400 and isn't counted", async (_name, body) => {
  const sums = await readSums();
  expect(await send(body)).toBe(400);
  expect(await readSums()).toEqual(sums);
});

test("reports from other sites are refused, GET is a 404, and a sender's reports are limited", async () => {
  expect(await send(visit, { Origin: "https://evil.example" })).toBe(403);
  expect((await site.load<Response>(loader, "/web-vitals")).status).toBe(404);
  const statuses: number[] = [];
  for (let sent = 0; sent <= actionLimits.webVitals.maxPerSender; sent++)
    statuses.push(await send(visit, {}, "203.0.113.10"));
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([204, 429]);
});

test("reports are accepted without a database", async () => {
  const closedSite = await setUpRouteCaller();
  await closedSite.services.close();
  const error = { message: "x", frames: ["/assets/shared-A_b1.js:1:12014"], build: "0a1b2c3d", path: "/" };
  for (const [handler, report] of [
    [action, visit],
    [clientErrors.action, error],
  ] as const)
    expect((await closedSite.send<Response>(handler, "/", JSON.stringify(report))).status).toBe(204);
});

test("a visit can name the route of any page, and nothing else", () => {
  const listIds = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ id, file, children = [] }) => [
      ...(/\/(?:route|formula)\.tsx$/.test(file) ? [id!] : []),
      ...listIds(children),
    ]);
  const pages = (routes as RouteConfigEntry[]).find(({ id }) => id === "pages")!;
  expect(pageRoutes.toSorted()).toEqual(listIds([pages]).toSorted());
});
