import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkBackend } from "../../app/backend-kit/check-backend.ts";
import type { Finding } from "../../app/backend-kit/findings.ts";
import { endpoints } from "../../app/contract/endpoints.ts";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import type { Desk } from "../../app/embedded-api/write-handlers.ts";
import { localeCodes } from "../../app/i18n/locales.ts";
import { startBackend } from "../mocks/backend.ts";
import { breaks, brokenBackend } from "../mocks/broken-backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { startReferenceBackend } from "../setup/reference-backend.ts";

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

const calls = Object.keys(endpoints).length;
const target = (base: string) => ({ base, paths: {}, timeoutMs: 5000 });
const odd = (findings: Finding[]) => findings.filter(({ level }) => level !== "fits");

/** Runs the command as an owner does. */
function command(...args: string[]): Promise<{ code: number | null; out: string; problem: string }> {
  const script = "app/backend-kit/commands/check-api.ts";
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args]);
  let [out, problem] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (problem += chunk));
  return new Promise((done) => child.once("close", (code) => done({ code, out, problem })));
}

/** A desk that keeps nothing: enough for the writing calls to answer. */
function desk(): Desk {
  const ids = new Map<string, string>();
  const sentence = "no";
  return {
    receive: async ({ key }) => {
      const id = ids.get(key!) ?? `id-${ids.size}`;
      ids.set(key!, id);
      return { outcome: "received", id, reference: id } as Awaited<ReturnType<Desk["receive"]>>;
    },
    codes: { redeem: async () => false } as unknown as Desk["codes"],
    sessions: { isOpen: async () => false } as unknown as Desk["sessions"],
    limits: { countCode: async () => 0, countLogin: async () => 0 } as unknown as Desk["limits"],
    sendCode: () => true,
    say: () => ({ account: sentence, unreachable: sentence, code: sentence, changed: sentence, limited: sentence }),
  };
}

describe("backends that fit", () => {
  test("the embedded API over HTTP fits in every call and language, writing included", async () => {
    const content = compiledContent();
    const backend = await startBackend(createEmbeddedApi(content.index, desk()));
    const findings = await checkBackend(target(backend.origin), true);
    await backend.stop();
    content.dispose();
    expect(odd(findings)).toEqual([]);
    expect(findings).toHaveLength(calls * localeCodes.length);
  });

  test("the reference backend fits, and the command says so", async () => {
    const reference = await startReferenceBackend();
    const { code, out, problem } = await command(reference.origin, "--write");
    const again = await command(reference.origin, "--json");
    await reference.stop();
    expect([code, problem]).toEqual([0, ""]);
    expect(out).toContain(`${calls * localeCodes.length} fit, 0 tolerated, 0 missing, 0 wrong.`);
    expect(reference.output().match(/check-api \(test\)/g)).toHaveLength(2);
    const { url, ok, summary, findings } = JSON.parse(again.out);
    expect([again.code, url, ok]).toEqual([0, reference.origin, true]);
    expect(summary).toEqual({ fits: calls * localeCodes.length, tolerated: 0, missing: 0, wrong: 0, failing: 0 });
    expect(findings[0]).toMatchObject({ call: "setting.list", language: "zh-cn", level: "fits", path: "data" });
  });
});

describe("a backend broken in many ways", () => {
  let reference: Awaited<ReturnType<typeof startReferenceBackend>>;
  let broken: Awaited<ReturnType<typeof startBackend>>;
  let findings: Finding[];
  beforeAll(async () => {
    reference = await startReferenceBackend();
    broken = await startBackend(brokenBackend(reference.origin));
    findings = await checkBackend(target(broken.origin));
  });
  afterAll(async () => {
    await broken.stop();
    await reference.stop();
  });

  test.each(Object.entries(breaks))("%s is named with its call, level, place and an example", (_name, expected) => {
    const { call, level, path, mandatory } = expected;
    const own = findings.filter((one) => one.call === call);
    const named = own.find((one) => one.level === level && [one.path, ...one.alsoAt].includes(path));
    expect(named ?? own).toMatchObject({ call, level, mandatory });
    expect(named!.found).not.toBe("");
  });

  test("nothing is created without --write", () => {
    expect(reference.output()).not.toContain("check-api");
  });

  test("the command fails, by a table that fits a terminal or by JSON", async () => {
    const { code, out } = await command(broken.origin);
    expect(code).toBe(1);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(out).toMatch(/^news\.list +GET \/api\/news\/list$/m);
    expect(out).toMatch(/^ {18}missing ! +zh-cn, en(?:, \w+)* +data\.rows\[1\]\.title \(and at 1 more\)$/m);
    expect(out).toMatch(/must be mended\.$/m);
    const { ok, summary } = JSON.parse((await command(broken.origin, "--json")).out);
    expect([ok, summary.failing > 10, summary.tolerated > 4]).toEqual([false, true, true]);
  });
});

describe("what a backend may do to the command", () => {
  test("an answer that never comes is a finding, once waited for", async () => {
    const reference = await startReferenceBackend();
    const silent = await startBackend((request) =>
      request.url.includes("/news/list")
        ? new Promise(() => undefined)
        : fetch(reference.origin + new URL(request.url).pathname + new URL(request.url).search, {
            headers: request.headers,
          }),
    );
    const findings = await checkBackend({ ...target(silent.origin), timeoutMs: 400 });
    await silent.stop();
    await reference.stop();
    const own = findings.filter(({ call }) => call === "news.list");
    expect(own[0]).toMatchObject({ level: "wrong", path: "answer", found: "no answer within 0.4 s", mandatory: true });
  });

  test.each<[string, () => Response]>([
    ["HTML", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["nothing", () => new Response(null, { status: 204 })],
    ["null", () => Response.json(null)],
    ["a number", () => Response.json(5)],
    ["an empty object", () => Response.json({})],
    ["data that is a text", () => Response.json({ code: 200, message: "ok", data: "text" })],
    [
      "rows of nonsense",
      () => Response.json({ code: 0, message: "", data: { rows: [null, 5, "x", [], {}], total: -1 } }),
    ],
    ["an endless redirect", () => new Response(null, { status: 301, headers: { Location: "/again" } })],
    ["a failure", () => Response.json({ code: 500, message: null, data: null }, { status: 500 })],
  ])("%s for every call is a finding for every call that is mandatory, and no crash", async (_name, answer) => {
    const backend = await startBackend(async () => answer());
    const findings = await checkBackend(target(backend.origin));
    await backend.stop();
    const failing = findings.filter(({ level, mandatory }) => mandatory && /missing|wrong/.test(level));
    expect(new Set(failing.map(({ call }) => call)).size).toBeGreaterThanOrEqual(10);
  });

  test("a moved call is found by --paths, and a token is sent", async () => {
    const reference = await startReferenceBackend();
    const moved = await startBackend((request) => {
      const url = new URL(request.url);
      const path = url.pathname === "/v2/formulas" ? "/api/prescription/list" : url.pathname;
      if (url.pathname === "/api/prescription/list") return Promise.resolve(Response.json({}, { status: 404 }));
      const headers = { Language: request.headers.get("Language")! };
      return fetch(reference.origin + path + url.search, { headers });
    });
    const paths = JSON.stringify({ "prescription.list": "/v2/formulas" });
    const { out } = await command(moved.origin, "--paths", paths, "--token", "abc", "--json");
    const own = (JSON.parse(out).findings as Finding[]).filter(({ call }) => call.startsWith("prescription"));
    expect(own.map(({ level }) => level)).toEqual(["fits", "fits", "fits", "fits"]);
    expect(moved.requests[1]!.headers.get("Authorization")).toBe("Bearer abc");
    await moved.stop();
    await reference.stop();
  });
});

test.concurrent.each([
  [[], "Which backend?"],
  [["nonsense"], "URL=nonsense: must be an http or https address"],
  [["http://127.0.0.1:9"], "http://127.0.0.1:9 can't be reached"],
  [["http://localhost:1", "--timeout", "soon"], "--timeout=soon: must be"],
  [["http://localhost", "--paths", "{"], "--paths={: must be JSON"],
  [["http://localhost", "--bogus"], "Unknown option '--bogus'"],
])("wrong usage %j: exit code 2 and a sentence", async (args, sentence) => {
  const { code, out, problem } = await command(...args);
  expect([code, out]).toEqual([2, ""]);
  expect(problem).toContain(sentence);
  expect(problem).not.toMatch(/^ {4}at /m);
});
