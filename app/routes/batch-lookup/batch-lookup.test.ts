import { describe, expect, test } from "vitest";
import type { loadLookupPage } from "#app/loaders/batch-lookups.server.ts";
import * as batch from "#app/routes/batch/route.tsx";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as batchLookup from "./route.tsx";

expectNoComplaints();

const caller = await setUpRouteCaller();

type LookupResult = Awaited<ReturnType<typeof loadLookupPage>>;

const open = <Result>(path: string) => caller.load<Result>(batchLookup.loader, path);

test.each([
  ["/batch?number=+hq-2601+", "/batch/HQ-2601"],
  ["/en/batch?number=HQ-2601", "/en/batch/HQ-2601"],
  ["/batch?number=HQ2601", "/batch/HQ-2601"],
  ["/batch?number=H-Q-26-01", "/batch/HQ-2601"],
  ["/batch?number=hq 26O1", "/batch/HQ-2601"],
  ["/batch?number=批号：HQ-2601", "/batch/HQ-2601"],
  ["/batch?number=生产批次号 ＨＱ２６０１", "/batch/HQ-2601"],
  ["/en/batch?number=Batch No.: HQ.2601", "/en/batch/HQ-2601"],
  ["/en/batch?number=Lot%23HQ2601", "/en/batch/HQ-2601"],
])("%s redirects to the batch", async (path, target) => {
  const response = await open<Response>(path);
  expect([response.status, response.headers.get("Location")]).toEqual([302, target]);
});

test.each([
  [batchLookup, "/batch?number=XX-1"],
  [batch, "/batch/XX-1"],
] as const)("%# an unknown number is a 404 with the visitor's text in the form", async (screen, path) => {
  const { data, init } = await caller.load<LookupResult>(screen.loader, path);
  expect([init?.status, data.problem, data.number, data.title]).toEqual([404, "unknown", "XX-1", "没有找到这个批号"]);
  const html = await renderRoute(caller, screen, `/en${path}`);
  expect(html).toMatch(/There is no batch “XX-1”\. Please compare the number with the label/);
  expect(html).toMatch(/<input[^>]*name="number"[^>]*value="XX-1"/);
  expect(html).toMatch(/<a[^>]*href="\/en\/contact-us\?about=batch\/XX-1"/);
  expect(html).toContain('name="robots" content="noindex');
});

test("a number that is too long gets a 400", async () => {
  const { data, init } = await open<LookupResult>(`/en/batch?number=${"A".repeat(61)}`);
  expect([init?.status, data.problem]).toEqual([400, "tooLong"]);
});

describe("without a number", () => {
  test.each([
    ["/batch", 200, undefined],
    ["/batch?number=", 400, "empty"],
    ["/batch?number=%20%E2%80%8B", 400, "empty"],
  ])("%s renders the empty form", async (path, status, problem) => {
    const { data, init } = await open<LookupResult>(path);
    expect([init?.status, data.problem, data.number]).toEqual([status, problem, ""]);
  });

  test("the form disables browser validation, and only `/batch` is indexable", async () => {
    const html = await renderRoute(caller, batchLookup, "/batch");
    expect(html).toMatch(/<form[^>]* novalidate/i);
    expect(html).not.toContain("noindex");
    expect(html).toContain("目前没有召回的批次。");
    expect(await renderRoute(caller, batchLookup, "/batch?number=")).toContain("noindex");
  });
});
