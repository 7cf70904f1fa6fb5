import { expect, test } from "vitest";
import { createSharedWork } from "./shared-work.ts";

function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { calls: 0, signal: undefined as AbortSignal | undefined };
  const work = (signal: AbortSignal) => {
    state.calls++;
    state.signal = signal;
    return promise;
  };
  return { state, work, resolve, reject };
}

test("equal work at one time is done once; later it is done anew", async () => {
  const share = createSharedWork<string>();
  const held = heldWork();
  const results = [share("a", held.work), share("a", held.work)];
  expect(held.state.calls).toBe(1);
  held.resolve("done");
  expect(await Promise.all(results)).toEqual(["done", "done"]);
  await share("a", held.work);
  expect(held.state.calls).toBe(2);
});

test("one that leaves is let go at once, and the others get their result", async () => {
  const share = createSharedWork<string>();
  const held = heldWork();
  const leaving = new AbortController();
  const left = share("a", held.work, leaving.signal);
  const staying = share("a", held.work);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(held.state.signal?.aborted).toBe(false);
  held.resolve("done");
  expect(await staying).toBe("done");
});

test("the work is told to stop when the last has left, and who asks after that begins anew", async () => {
  const share = createSharedWork<string>();
  const held = heldWork();
  const leaving = [new AbortController(), new AbortController()];
  const left = leaving.map(({ signal }) => share("a", held.work, signal));
  for (const one of leaving) one.abort(new Error("gone"));
  expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(held.state.signal?.aborted).toBe(true);
  const next = heldWork();
  const asked = share("a", next.work);
  held.reject(new Error("stopped"));
  next.resolve("new");
  expect(await asked).toBe("new");
  await expect(share("a", next.work, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  expect(next.state.calls).toBe(1);
});

test("who leaves after the end changes nothing", async () => {
  const share = createSharedWork<string>();
  const held = heldWork();
  const leaving = new AbortController();
  const result = share("a", held.work, leaving.signal);
  held.resolve("done");
  expect(await result).toBe("done");
  leaving.abort();
  expect(held.state.signal?.aborted).toBe(false);
});
