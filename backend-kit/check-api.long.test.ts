import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localeCodes } from "#app/i18n/locales.ts";
import { maxResponseBytes } from "#app/services/api/backend-client.ts";
import { endpoints, type EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import { remarks } from "#app/services/api/contract/calls/remarks.ts";
import { formNames } from "#app/services/api/contract/forms/forms.ts";
import type { ContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { createWriteHandlers } from "#app/services/submissions/received/write-handlers.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { createBrokenBackend, faults } from "#tests/mocks/broken-backend.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { runProgram } from "#tests/setup/programs/run-script.ts";
import { checkBackend, type Finding } from "./check-backend.ts";
import { startReferenceBackend } from "./reference-backend.ts";

const callCount = Object.keys(endpoints).length;
const createTarget = (base: string) => ({ base, paths: {}, timeoutMs: 5000 });
const selectProblems = (findings: Finding[]) => findings.filter(({ level }) => level !== "fits");

const runCommand = (...args: string[]) =>
  runProgram([process.execPath, "--disable-warning=ExperimentalWarning", "backend-kit/check-api.ts", ...args]);

/** Creates the handlers of POST calls with services that store nothing, because only the responses are tested. */
function createWrites(index: ContentIndex) {
  const ids = new Map<string, string>();
  const sentence = "no";
  const handlers = createWriteHandlers({
    receive: async ({ key }) => {
      const id = ids.get(key!) ?? `id-${ids.size}`;
      ids.set(key!, id);
      return { status: "received", id, reference: id };
    },
    codes: { redeem: async () => false } as unknown as Parameters<typeof createWriteHandlers>[0]["codes"],
    sessions: { open: async () => "token" },
    limits: { countCode: async () => 0, countAttempt: async () => 0 },
    findProduct: (id, locale) => index.getItem("product", locale, id) as { title: string } | undefined,
    codeSender: { delivery: "log", canReach: () => true, send: () => {} },
    getMessages: () => ({
      account: sentence,
      unreachable: sentence,
      code: sentence,
      changed: sentence,
      limited: sentence,
    }),
  });
  return { handlers, isLoggedIn: async () => false };
}

let reference: Awaited<ReturnType<typeof startReferenceBackend>>;
beforeAll(async () => void (reference = await startReferenceBackend()));
afterAll(async () => void (await reference.stop()));

describe("valid backends", () => {
  test("the embedded API over HTTP passes the check of every call in every language, including POST calls", async () => {
    const content = await compileTestContent();
    const backend = await startBackend(createEmbeddedApi(content.index, createWrites(content.index)));
    const findings = await checkBackend(createTarget(backend.origin), true);
    await backend.stop();
    content.dispose();
    expect(selectProblems(findings)).toEqual([]);
    expect(findings).toHaveLength(callCount * localeCodes.length);
  });

  test("the reference backend passes, and the command reports that", async () => {
    const { status, stdout, stderr } = await runCommand(reference.origin, "--write");
    const jsonRun = await runCommand(reference.origin, "--json");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${callCount * localeCodes.length} fits, 0 tolerated, 0 missing, 0 wrong.`);
    await expect.poll(() => reference.output().match(/check-api \(test\)/g)).toHaveLength(formNames.length);
    const { url, ok, summary, findings } = JSON.parse(jsonRun.stdout);
    expect([jsonRun.status, url, ok]).toEqual([0, reference.origin, true]);
    expect(summary).toEqual({ fits: callCount * localeCodes.length, tolerated: 0, missing: 0, wrong: 0 });
    expect(findings[0]).toMatchObject({ call: "setting.list", language: "zh-cn", level: "fits", problems: [] });
  });
});

test("S18 a backend with only the specified calls has no mistakes, and the report lists the optional calls", async () => {
  const addedPaths = Object.entries(endpoints)
    .filter(([key]) => remarks[key as EndpointKey].origin === "decided")
    .map(([, { path }]): string => path);
  const backend = await startBackend(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (addedPaths.includes(pathname)) return new Response("<h1>Not here</h1>", { status: 404 });
    if (search.includes("kind=prescription")) return Response.json({ code: 400, message: "no such kind", data: null });
    return fetch(reference.origin + pathname + search, {
      ...{ method: request.method, headers: request.headers },
      ...(request.method === "POST" && { body: await request.text() }),
    });
  });
  const { status, stdout } = await runCommand(backend.origin);
  await backend.stop();
  expect([status, stdout.includes("Nothing mandatory is missing or wrong.")]).toEqual([0, true]);
  expect(stdout).toMatch(/missing .*prescription\.list .*GET \/api\/prescription\/list \(optional\)/);
  expect(stdout).not.toContain("no such kind");
});

describe("a backend with many faults", () => {
  let outputBefore: string;
  let brokenServer: Awaited<ReturnType<typeof startBackend>>;
  let findings: Finding[];
  beforeAll(async () => {
    outputBefore = reference.output();
    brokenServer = await startBackend(createBrokenBackend(reference.origin));
    findings = await checkBackend(createTarget(brokenServer.origin));
  });
  afterAll(() => brokenServer.stop());

  test.each(Object.entries(faults))("%s is reported for its call", (_name, { call, level, found }) => {
    const problems = findings.filter((finding) => finding.call === call).flatMap((finding) => finding.problems);
    expect(problems).toContainEqual({ level, found: expect.stringMatching(found), request: expect.anything() });
  });

  test("nothing is created without --write", () => {
    expect(reference.output().slice(outputBefore.length)).not.toContain("check-api");
  });

  test("the command fails, and prints a list", async () => {
    const { status, stdout } = await runCommand(brokenServer.origin);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^! wrong +zh-cn +news\.list +GET \/api\/news\/list\n {4}\{"page":1.*\n {4}✖ Invalid input/m,
    );
    expect(stdout).toMatch(/^ {2}wrong +en +auth\.code .* \(optional\)$/m);
    expect(stdout).toMatch(/must be fixed\.$/m);
  });
});

describe("faults that the command must survive", () => {
  test("a call without a response is reported after one timeout", async () => {
    const serverSilentOnNews = await startBackend((request) =>
      request.url.includes("/news/list")
        ? new Promise(() => undefined)
        : fetch(reference.origin + new URL(request.url).pathname + new URL(request.url).search, {
            headers: request.headers,
          }),
    );
    const findings = await checkBackend({ ...createTarget(serverSilentOnNews.origin), timeoutMs: 400 });
    await serverSilentOnNews.stop();
    expect(findings.find(({ call }) => call === "news.list")).toMatchObject({
      ...{ level: "wrong", fails: true },
      problems: [{ found: "no answer within 0.4 s" }],
    });
  });

  test.each<[string, () => Response]>([
    ["HTML", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["nothing", () => new Response(null, { status: 204 })],
    ["null", () => Response.json(null)],
    [
      "rows of nonsense",
      () => Response.json({ code: 0, message: "", data: { rows: [null, 5, "x", [], {}], total: -1 } }),
    ],
    ["a failure", () => Response.json({ code: 500, message: null, data: null }, { status: 500 })],
  ])("%s for every call is reported for every mandatory call, without a crash", async (_name, createResponse) => {
    const backend = await startBackend(async () => createResponse());
    const findings = await checkBackend(createTarget(backend.origin));
    await backend.stop();
    const failingCalls = findings.filter(({ fails }) => fails).map(({ call }) => call);
    expect(new Set(failingCalls).size).toBeGreaterThanOrEqual(10);
  });

  test("a response above the size limit is reported as an error", async () => {
    const largeServer = await startBackend((request) => {
      const { pathname, search } = new URL(request.url);
      const message = "a".repeat(maxResponseBytes);
      if (pathname.endsWith("/setting/list")) return Promise.resolve(Response.json({ code: 200, message, data: {} }));
      return fetch(new Request(reference.origin + pathname + search, request));
    });
    const findings = await checkBackend(createTarget(largeServer.origin));
    await largeServer.stop();
    expect(selectProblems(findings).find(({ call }) => call === "setting.list")).toMatchObject({
      level: "wrong",
      problems: [{ found: "a response of more than 8 MB" }],
    });
  });

  test("plain pages may be answered with 404, with or without an envelope", async () => {
    for (const createResponse of [
      () => Response.json({ code: 404, message: "none", data: null }, { status: 404 }),
      () => new Response("", { status: 404 }),
    ]) {
      const backend = await startBackend((request) => {
        const { pathname, search } = new URL(request.url);
        if (pathname.startsWith("/api/page/")) return Promise.resolve(createResponse());
        return fetch(new Request(reference.origin + pathname + search, request));
      });
      const { status, stdout } = await runCommand(backend.origin, "--json");
      const listFindings = (JSON.parse(stdout).findings as Finding[]).filter(({ call }) => call === "page.list");
      expect(status).toBe(0);
      expect(listFindings).toHaveLength(2);
      for (const finding of listFindings) expect(finding).toMatchObject({ level: "missing", fails: false });
      await backend.stop();
    }
  });

  test("--paths finds a moved call, and the token is sent", async () => {
    const movedServer = await startBackend((request) => {
      const url = new URL(request.url);
      const path = url.pathname === "/v2/formulas" ? "/api/prescription/list" : url.pathname;
      if (url.pathname === "/api/prescription/list") return Promise.resolve(Response.json({}, { status: 404 }));
      const headers = { Language: request.headers.get("Language")! };
      return fetch(reference.origin + path + url.search, { headers });
    });
    const paths = JSON.stringify({ "prescription.list": "/v2/formulas" });
    const { stdout } = await runCommand(movedServer.origin, "--paths", paths, "--token", "abc", "--json");
    const prescriptionFindings = (JSON.parse(stdout).findings as Finding[]).filter(({ call }) =>
      call.startsWith("prescription"),
    );
    expect(prescriptionFindings.map(({ level }) => level)).toEqual(["fits", "fits", "fits", "fits"]);
    expect(movedServer.requests[1]!.headers.get("Authorization")).toBe("Bearer abc");
    await movedServer.stop();
  });
});

test.concurrent.each([
  [[], "The URL of exactly one backend is required."],
  [["nonsense"], "URL=nonsense: must be an http or https address"],
  [["http://127.0.0.1:9"], "http://127.0.0.1:9 can't be reached"],
  [["http://localhost:1", "--timeout", "soon"], "--timeout=soon: must be"],
  [["http://localhost", "--paths", "{"], "--paths={: must be JSON"],
  [["http://localhost", "--bogus"], "没有 --bogus 这个选项"],
])("invalid arguments %j: exit code 2 and an error message", async (args, sentence) => {
  const { status, stdout, stderr } = await runCommand(...args);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ {4}at /m);
});
