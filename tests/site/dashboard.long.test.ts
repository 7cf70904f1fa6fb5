import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createFreshDatabase } from "../setup/databases.ts";
import { createFields, post } from "../setup/guestbook-form.ts";
import { getMissingPostgresReason } from "../setup/postgres.ts";
import { getMissingPromtoolReason } from "../setup/promtool.ts";
import { startSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";

type Panel = { title: string; targets: { expr: string; legendFormat: string }[] };

const dashboard = JSON.parse(readFileSync("deploy/grafana/dashboard.json", "utf8")) as { panels: Panel[] };
const targets = dashboard.panels.flatMap((panel) => panel.targets.map((target) => ({ ...target, title: panel.title })));

/** Uses two sites that together have all metrics, and returns the metrics of both. */
async function readAllMetrics(): Promise<string> {
  const content = compileTestContent();
  const backend = await startBackend(createEmbeddedApi(content.index));
  const cdn = { CDN_TAGS: "surrogate-key", CDN_PURGE_URL: backend.origin };
  const storage = await createFreshDatabase("PostgreSQL");
  const siteWithBackend = await startSite({ API_BASE_URL: backend.origin, ...cdn, ...storage.variables });
  const siteWithoutBackend = await startSite({ WEBHOOK_URL: backend.origin });
  const report = { "csp-report": { "violated-directive": "img-src", "document-uri": siteWithoutBackend.origin } };
  const headers = { "Content-Type": "application/csp-report" };
  await fetch(`${siteWithoutBackend.origin}/csp-report`, { method: "POST", headers, body: JSON.stringify(report) });
  const texts: string[] = [];
  for (const site of [siteWithBackend, siteWithoutBackend]) {
    await (await fetch(site.origin)).text();
    await post(site, createFields());
    texts.push(await (await fetch(`${site.origin}/metrics`)).text());
    await site.stop();
  }
  await backend.stop();
  await storage.remove();
  content.dispose();
  return texts.join("\n");
}

const missingPostgresReason = getMissingPostgresReason();
const name = formatName(
  "every expression of the dashboard reads series and labels that a site has",
  missingPostgresReason,
);

test.skipIf(missingPostgresReason !== undefined)(name, async () => {
  const metrics = await readAllMetrics();
  expect(targets.length).toBeGreaterThan(25);
  expect(metrics).toMatch(/^postgresql_connections\{state="idle"\} [1-9]/m);
  for (const { title, expr, legendFormat } of targets) {
    const names = [...expr.matchAll(/([a-z_0-9]+)\{job="herbal-website"/g)].map(([, name]) => name!);
    expect(names, title).not.toEqual([]);
    // Prometheus itself adds `up` and the label `instance`.
    for (const name of names.filter((metric) => metric !== "up")) {
      const samples = metrics.match(new RegExp(`^${name}[{ ].*$`, "gm"));
      expect(samples, `${title}: ${name}`).not.toBeNull();
      const groupLabels = [...expr.matchAll(/ by \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(", "));
      const legendLabels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
      for (const label of new Set([...groupLabels, ...legendLabels])) {
        if (label === "instance") continue;
        expect(samples!.join("\n"), `${title}: ${name} has ${label}`).toMatch(new RegExp(`[{,]${label}="`));
      }
    }
  }
});

const reason = getMissingPromtoolReason();

test.skipIf(reason !== undefined)(formatName("every expression is valid (promtool)", reason), () => {
  const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rules = targets.map(({ expr }, index) => ({
    record: `expression:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  writeFileSync(join(folder, "rules.yaml"), stringify({ groups: [{ name: "dashboard", rules }] }));
  const { status, stderr, stdout } = spawnSync("promtool", ["check", "rules", join(folder, "rules.yaml")], {
    encoding: "utf8",
  });
  expect(status, stderr + stdout).toBe(0);
});

test("panels have places that don't overlap", () => {
  const places = (dashboard.panels as unknown as { gridPos: { x: number; y: number; w: number; h: number } }[]).flatMap(
    ({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
  );
  expect(new Set(places).size).toBe(places.length);
});
