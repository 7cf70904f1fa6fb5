import { expect, test } from "vitest";
import { createSharedWork } from "./shared-work.ts";

function createHeldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { calls: 0, signal: undefined as AbortSignal | undefined };
  const work = (signal: AbortSignal) => {
    state.calls++;
    state.signal = signal;
    return promise;
  };
  return { state, work, resolve, reject };
}

test("concurrent work with the same key runs once, and later work runs again", async () => {
  const { share } = createSharedWork<string>();
  const heldTask = createHeldWork();
  const results = [share("a", heldTask.work), share("a", heldTask.work)];
  expect(heldTask.state.calls).toBe(1);
  heldTask.resolve("done");
  expect(await Promise.all(results)).toEqual(["done", "done"]);
  await share("a", heldTask.work);
  expect(heldTask.state.calls).toBe(2);
});

test("the wait of an aborted caller ends at once, and the others get the result", async () => {
  const { share } = createSharedWork<string>();
  const heldTask = createHeldWork();
  const controller = new AbortController();
  const abortedCall = share("a", heldTask.work, controller.signal);
  const remainingCall = share("a", heldTask.work);
  controller.abort(new Error("gone"));
  await expect(abortedCall).rejects.toThrow("gone");
  expect(heldTask.state.signal?.aborted).toBe(false);
  heldTask.resolve("done");
  expect(await remainingCall).toBe("done");
});

test("the work is aborted when the last caller leaves, and a later caller starts it again", async () => {
  const { share } = createSharedWork<string>();
  const heldTask = createHeldWork();
  const controllers = [new AbortController(), new AbortController()];
  const abortedCalls = controllers.map(({ signal }) => share("a", heldTask.work, signal));
  for (const controller of controllers) controller.abort(new Error("gone"));
  expect((await Promise.allSettled(abortedCalls)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(heldTask.state.signal?.aborted).toBe(true);
  const next = createHeldWork();
  const laterCall = share("a", next.work);
  heldTask.reject(new Error("stopped"));
  next.resolve("new");
  expect(await laterCall).toBe("new");
  await expect(share("a", next.work, AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  expect(next.state.calls).toBe(1);
});

test("a caller that leaves after the work has ended has no effect", async () => {
  const { share } = createSharedWork<string>();
  const heldTask = createHeldWork();
  const controller = new AbortController();
  const result = share("a", heldTask.work, controller.signal);
  heldTask.resolve("done");
  expect(await result).toBe("done");
  controller.abort();
  expect(heldTask.state.signal?.aborted).toBe(false);
});
