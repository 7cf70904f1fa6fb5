import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { findServer } from "#tests/setup/proxies/external-server.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

type Alert = { alert: string; expr: string; annotations: { runbook: string } };
type AlertTest = { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] };

const readFile = (name: string): unknown => parse(readFileSync(join("deploy", "prometheus", name), "utf8"));
const { groups } = readFile("alerts.yaml") as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const { tests } = readFile("alerts.test.yaml") as { tests: AlertTest[] };

test("every alert has a test in which it fires, and one in which it doesn't", () => {
  expect(alerts.length).toBeGreaterThan(20);
  const readOutcomes = (alert: string) =>
    tests
      .flatMap((alertTest) => alertTest.alert_rule_test)
      .filter(({ alertname }) => alertname === alert)
      .map((alertTest) => alertTest.exp_alerts.length);
  for (const { alert } of alerts) expect([alert, readOutcomes(alert)]).toEqual([alert, [1, 0]]);
});

test("every alert links to a section of docs/operations.md", () => {
  const headings = readFileSync("docs/operations.md", "utf8").matchAll(/^#+ (.+)$/gm);
  const anchors = new Set([...headings].map(([, heading]) => heading!.toLowerCase().replaceAll(" ", "-")));
  for (const { annotations } of alerts) {
    const [file, anchor] = annotations.runbook.split("#");
    expect(file).toBe("docs/operations.md");
    expect(anchors).toContain(anchor);
  }
});

const reason = findServer("promtool") ? undefined : "there is no promtool";

testUnless(reason)("every alert fires only in the tests that expect it (promtool)", () => {
  const options = { cwd: "deploy/prometheus", encoding: "utf8" } as const;
  for (const args of [
    ["check", "rules", "alerts.yaml"],
    ["test", "rules", "alerts.test.yaml"],
  ]) {
    const { status, stdout, stderr } = spawnSync("promtool", args, options);
    expect(status, stdout + stderr).toBe(0);
  }
});

describe("a site that has just started", async () => {
  const backend = await setUpBackend();
  const site = setUpSite(() => ({ API_BASE_URL: backend.origin }));

  test("`/metrics` has every series that an alert uses, with counts at 0", async () => {
    const metrics = await site.getText("/metrics");
    await site.get("/");
    const laterMetrics = await site.getText("/metrics");
    for (const series of [
      ...["renewed", "failed"].map((outcome) => `page_cache_renewals_total{outcome="${outcome}"}`),
      ...["pages", "api-calls", "picture-fetch", "picture-resize", "editing", "publishing"].map(
        (name) => `queue_refused_total{queue="${name}"}`,
      ),
      createCounter("GET", "5xx"),
      ...["429", "5xx"].map((status) => createCounter("POST", status)),
      "outbox_oldest_age_seconds",
      // This series exists before the first call of the endpoint.
      'api_calls_total{endpoint="prescription.list",outcome="DataError"}',
      "client_errors_total",
      "log_lines_lost_total",
    ]) {
      expect(metrics).toContain(`\n${series} 0\n`);
    }
    for (const series of [
      ...["DataError", "TimeoutError", "TransportError"].flatMap((outcome) =>
        ["news.list", "setting.list"].map((endpoint) => `api_calls_total{endpoint="${endpoint}",outcome="${outcome}"}`),
      ),
      ...["news.list", "menu.tree"].map((endpoint) => `api_circuit_open{endpoint="${endpoint}"}`),
    ]) {
      expect(laterMetrics).toContain(`\n${series} 0\n`);
    }
    const names = alerts.flatMap(({ expr }) => expr.match(/\b(?:[a-z]+_)+[a-z0-9]+(?=\{job="herbal-website")/g) ?? []);
    expect(names.length).toBeGreaterThan(20);
    // Adds metrics that operators' dashboards may use, although no alert does.
    names.push("page_cache_responses_total", "page_cache_stale_age_seconds_bucket", "page_cache_bytes");
    names.push("api_cache_reads_total", "api_call_duration_seconds_bucket");
    for (const name of new Set(names)) expect(laterMetrics, name).toMatch(new RegExp(`^${name}[{ ]`, "m"));
  });
});

function createCounter(method: string, status: string): string {
  return `http_request_duration_seconds_count{method="${method}",route="page",status="${status}"}`;
}
