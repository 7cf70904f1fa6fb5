import { expect, test } from "vitest";
import { startSite } from "../setup/running-site.ts";

const readSpans = (output: string) =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === "span");

test("LOG_LEVEL=trace logs the durations of a request under its id, and other levels don't", async () => {
  const site = await startSite({ LOG_LEVEL: "trace" });
  const response = await fetch(`${site.origin}/en/product/list`);
  await response.text();
  const requestId = response.headers.get("X-Request-Id");
  await site.stop();
  const spans = readSpans(site.output()).filter((line) => line["requestId"] === requestId);
  const lines = spans.map(({ span, route }) => [span, route].filter(Boolean).join(" "));
  expect(lines).toEqual(
    expect.arrayContaining(["loader root", "loader product-list", "middleware root", "middleware pages", "request"]),
  );
  for (const { ms, status } of spans) expect([typeof ms, status]).toEqual(["number", "success"]);

  const siteWithoutTracing = await startSite({ LOG_LEVEL: "debug" });
  await (await fetch(`${siteWithoutTracing.origin}/en/product/list`)).text();
  await siteWithoutTracing.stop();
  expect(readSpans(siteWithoutTracing.output())).toEqual([]);
});
