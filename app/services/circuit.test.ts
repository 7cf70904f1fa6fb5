import { expect, test } from "vitest";
import { withCircuit } from "./circuit.ts";
import type { Call } from "./client.ts";
import { AbortedError, BusyError, EnvelopeError, TransportError } from "./errors.ts";

const down = new TransportError("menu.tree", "no answer", {});

type Key = "menu.tree" | "news.list" | "guestbook.create";

function circuit() {
  const state = { clock: 0, calls: 0, answer: (_key: Key): unknown => Promise.reject(down) };
  const call = withCircuit(((key: Key) => (state.calls++, state.answer(key))) as Call, () => state.clock);
  const ask = (key: Key = "menu.tree", signal?: AbortSignal) =>
    call(key, {} as never, { locale: "cn", signal }).then(
      () => "answered",
      (error: unknown) => error,
    );
  return { state, ask };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("a dead backend is asked five times and then once in three seconds, until it is back", async () => {
  const { state, ask } = circuit();
  for (let n = 0; n < 20; n++) expect(await ask()).toBe(down);
  expect(state.calls).toBe(5);
  state.clock += 3000;
  await Promise.all([ask(), ask(), ask()]);
  expect(state.calls).toBe(6);
  state.clock += 3000;
  state.answer = () => Promise.resolve({ rows: [] });
  expect(await ask()).toBe("answered");
  expect(await ask()).toBe("answered");
});

test("an answer, even one that says no, is a sign of life; what is written is always tried", async () => {
  const { state, ask } = circuit();
  for (let n = 0; n < 4; n++) await ask();
  state.answer = () => Promise.reject(new EnvelopeError("news.info", 404, "none"));
  await ask();
  state.answer = () => Promise.reject(down);
  for (let n = 0; n < 5; n++) await ask();
  expect(state.calls).toBe(10);
  await ask();
  expect(state.calls).toBe(10);
  await ask("guestbook.create");
  expect(state.calls).toBe(11);
});

test("one call that fails leaves the others alone", async () => {
  const { state, ask } = circuit();
  state.answer = (key) =>
    key === "news.list" ? Promise.reject(new EnvelopeError("news.list", 500, "broken")) : Promise.resolve({});
  for (let n = 0; n < 20; n++) await ask("news.list");
  expect(state.calls).toBe(5);
  for (let n = 0; n < 20; n++) expect(await ask("menu.tree")).toBe("answered");
  expect(state.calls).toBe(25);
});

test("calls beside a probe wait for what it finds: all are answered, or all fail", async () => {
  const { state, ask } = circuit();
  for (let n = 0; n < 5; n++) await ask();
  for (const isBack of [false, true]) {
    state.clock += 3000;
    state.calls = 0;
    const probe = Promise.withResolvers<object>();
    state.answer = () => (state.calls === 1 ? probe.promise : Promise.resolve({}));
    const asked = [ask(), ask(), ask()];
    await nextTurn();
    expect(state.calls).toBe(1);
    if (isBack) probe.resolve({});
    else probe.reject(down);
    expect(await Promise.all(asked)).toEqual(Array(3).fill(isBack ? "answered" : down));
    expect(state.calls).toBe(isBack ? 3 : 1);
  }
});

test("a probe that hangs doesn't hide for long that the backend is back", async () => {
  const { state, ask } = circuit();
  for (let n = 0; n < 5; n++) await ask();
  state.clock += 3000;
  state.answer = () => new Promise(() => undefined);
  void ask();
  const waiting = ask();
  await nextTurn();
  state.clock += 3000;
  state.answer = () => Promise.resolve({});
  expect(await ask()).toBe("answered");
  expect(await waiting).toBe("answered");
});

test("a probe whose asker leaves finds nothing out: the next one tries; who waits beside it may leave too", async () => {
  const { state, ask } = circuit();
  for (let n = 0; n < 5; n++) await ask();
  state.clock += 3000;
  state.calls = 0;
  const probe = Promise.withResolvers<object>();
  state.answer = () => (state.calls === 1 ? probe.promise : Promise.resolve({}));
  const leaving = new AbortController();
  const asked = [ask(), ask("menu.tree", leaving.signal), ask()];
  await nextTurn();
  leaving.abort("gone");
  expect(await asked[1]).toBe("gone");
  probe.reject(new AbortedError("menu.tree"));
  expect(await asked[0]).toBeInstanceOf(AbortedError);
  expect(await asked[2]).toBe("answered");
});

test("an error of the site's own never counts", async () => {
  const { state, ask } = circuit();
  for (const error of [new Error("storage"), new BusyError("menu.tree"), new AbortedError("menu.tree")]) {
    state.answer = () => Promise.reject(error);
    for (let n = 0; n < 10; n++) expect(await ask()).toBe(error);
  }
  expect(state.calls).toBe(30);
});
