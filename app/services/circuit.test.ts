import { expect, test } from "vitest";
import { withCircuit } from "./circuit.ts";
import type { Call } from "./client.ts";
import { EnvelopeError, TransportError } from "./errors.ts";

const down = new TransportError("menu.tree", "no answer", {});

function circuit() {
  const state = { clock: 0, calls: 0, answer: (): unknown => Promise.reject(down) };
  const call = withCircuit((() => (state.calls++, state.answer())) as Call, () => state.clock);
  const ask = (key: "menu.tree" | "guestbook.create" = "menu.tree") =>
    call(key, {} as never, { locale: "cn" }).then(
      () => "answered",
      (error: unknown) => error,
    );
  return { state, ask };
}

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
