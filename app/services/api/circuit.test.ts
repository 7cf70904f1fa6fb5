import { register } from "prom-client";
import { expect, test } from "vitest";
import { withCircuitBreaker } from "./circuit.ts";
import type { Call } from "./client.ts";
import { AbortedError, BusyError, EnvelopeError, TransportError } from "./errors.ts";

const outage = new TransportError("menu.tree", "no answer", {});

type Key = "menu.tree" | "news.list" | "guestbook.create";

function createTestCircuit() {
  const state = { clock: 0, calls: 0, respond: (_key: Key): unknown => Promise.reject(outage) };
  const call = withCircuitBreaker(((key: Key) => (state.calls++, state.respond(key))) as Call, () => state.clock);
  const callBackend = (key: Key = "menu.tree") =>
    call(key, {} as never, { locale: "cn" }).then(
      () => "answered",
      (error: unknown) => error,
    );
  /** Makes failing calls until the circuit is open, and waits until the next call is a probe. */
  async function openCircuit() {
    for (let n = 0; n < 5; n++) await callBackend();
    state.clock += 3000;
  }
  return { state, callBackend, openCircuit };
}

test("after five outages a backend is probed only every three seconds until it recovers", async () => {
  const { state, callBackend } = createTestCircuit();
  for (let n = 0; n < 20; n++) expect(await callBackend()).toBe(outage);
  expect(state.calls).toBe(5);
  state.clock += 3000;
  await Promise.all([callBackend(), callBackend(), callBackend()]);
  expect(state.calls).toBe(6);
  state.clock += 3000;
  state.respond = () => Promise.resolve({ rows: [] });
  expect(await callBackend()).toBe("answered");
  expect(await callBackend()).toBe("answered");
});

test("an error response counts as recovery, and POST calls are always tried", async () => {
  const { state, callBackend } = createTestCircuit();
  for (let n = 0; n < 4; n++) await callBackend();
  state.respond = () => Promise.reject(new EnvelopeError("news.info", 404, "none"));
  await callBackend();
  state.respond = () => Promise.reject(outage);
  for (let n = 0; n < 5; n++) await callBackend();
  expect(state.calls).toBe(10);
  await callBackend();
  expect(state.calls).toBe(10);
  for (let n = 0; n < 7; n++) await callBackend("guestbook.create");
  expect(state.calls).toBe(17);
});

test("a failing call doesn't affect other calls", async () => {
  const { state, callBackend } = createTestCircuit();
  state.respond = (key) =>
    key === "news.list" ? Promise.reject(new EnvelopeError("news.list", 503, "closed")) : Promise.resolve({});
  for (let n = 0; n < 20; n++) await callBackend("news.list");
  expect(state.calls).toBe(5);
  for (let n = 0; n < 20; n++) expect(await callBackend("menu.tree")).toBe("answered");
  expect(state.calls).toBe(25);
});

test.each([true, false])(
  "while a probe runs, other calls fail at once; later calls are made only if it succeeds (%s)",
  async (isRecovered) => {
    const { state, callBackend, openCircuit } = createTestCircuit();
    await openCircuit();
    const probe = Promise.withResolvers<object>();
    state.respond = () => (state.calls === 6 ? probe.promise : Promise.resolve({}));
    const first = callBackend();
    expect(await callBackend()).toBe(outage);
    if (isRecovered) probe.resolve({});
    else probe.reject(outage);
    expect([await first, await callBackend()]).toEqual(Array(2).fill(isRecovered ? "answered" : outage));
    expect(state.calls).toBe(isRecovered ? 7 : 6);
  },
);

test("a hanging probe doesn't prevent the next one, and a probe whose caller leaves is repeated at once", async () => {
  const { state, callBackend, openCircuit } = createTestCircuit();
  await openCircuit();
  state.respond = () => new Promise(() => undefined);
  void callBackend();
  state.clock += 3000;
  const error = new AbortedError("menu.tree", "left");
  state.respond = () => Promise.reject(error);
  expect(await callBackend()).toBe(error);
  // The next call repeats the probe. It fails, so the circuit stays open, and the call after it isn't made.
  state.respond = () => Promise.reject(outage);
  await callBackend();
  const { calls } = state;
  expect([await callBackend(), state.calls]).toEqual([outage, calls]);
  state.clock += 3000;
  state.respond = () => Promise.resolve({});
  expect([await callBackend(), await callBackend()]).toEqual(["answered", "answered"]);
});

test.each([
  ["code 500, which may concern one item", new EnvelopeError("menu.tree", 500, "broken")],
  ["status 500", new TransportError("menu.tree", "no envelope", { status: 500 })],
  ["an error of the site itself", new Error("storage")],
  ["too many calls", new BusyError("menu.tree", "busy")],
  ["a caller who left", new AbortedError("menu.tree", "left")],
])("%s doesn't count as an outage", async (_name, error) => {
  const { state, callBackend } = createTestCircuit();
  state.respond = () => Promise.reject(error);
  for (let n = 0; n < 10; n++) expect(await callBackend()).toBe(error);
  expect(state.calls).toBe(10);
});

test("the metric `api_circuit_open` is 1 while the circuit of a call is open", async () => {
  const { state, callBackend } = createTestCircuit();
  const readMetric = async () =>
    /^api_circuit_open\{endpoint="menu\.tree"\} (\d)$/m.exec(
      await register.getSingleMetricAsString("api_circuit_open"),
    )?.[1];
  for (let n = 0; n < 4; n++) await callBackend();
  expect(await readMetric()).toBe("0");
  await callBackend();
  expect(await readMetric()).toBe("1");
  state.clock += 3000;
  state.respond = () => Promise.resolve({});
  await callBackend();
  expect(await readMetric()).toBe("0");
});
