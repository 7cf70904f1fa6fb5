import { expect, test } from "vitest";
import { createFairQueue, QueueFullError } from "./fair-queue.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** Work that ends when it is told to. */
function heldWork(started: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    started.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: reject };
}

test("no more is at work than may be, and everything is done", async () => {
  const queue = createFairQueue({ maxActive: 2, maxWaiting: 100, maxWaitingPerSender: 100 });
  let [active, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++active);
    await turns(3);
    active--;
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => queue.run(`sender ${index % 3}`, work)));
  expect(most).toBe(2);
  expect(queue.size()).toEqual({ active: 0, waiting: 0 });
});

test("senders take turns, however much one of them has asked for", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 100, maxWaitingPerSender: 100 });
  const done: string[] = [];
  const ask = (sender: string) => queue.run(sender, async () => void done.push(sender));
  await Promise.all([..."aaaaaa", ..."bb", "c"].map(ask));
  expect(done.join("")).toBe("aabcabaaa");
});

test("beyond its limits it refuses, for one sender and for all", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 3, maxWaitingPerSender: 2 });
  const held = heldWork([], "first");
  const first = queue.run("a", held.work);
  await turns(2);
  const rest = [queue.run("a", async () => 1), queue.run("a", async () => 2)];
  await expect(queue.run("a", async () => 3)).rejects.toThrow(QueueFullError);
  rest.push(queue.run("b", async () => 4));
  await expect(queue.run("c", async () => 5)).rejects.toThrow(QueueFullError);
  expect(queue.size()).toEqual({ active: 1, waiting: 3 });
  held.end();
  expect(await first).toBe("first");
  expect(await Promise.all(rest)).toEqual([1, 2, 4]);
});

test("a queue that lets nothing wait still fills its free places", async () => {
  const queue = createFairQueue({ maxActive: 2, maxWaiting: 0, maxWaitingPerSender: 0 });
  const runs = [1, 2, 3].map((value) => queue.run("a", async () => value));
  const [one, two, three] = await Promise.allSettled(runs);
  expect([one?.status, two?.status, three?.status]).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

test("who leaves while waiting leaves the queue at once and makes room", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1 });
  const started: string[] = [];
  const held = heldWork(started, "held");
  const first = queue.run("a", held.work);
  const leaving = new AbortController();
  const second = queue.run("b", heldWork(started, "left").work, leaving.signal);
  leaving.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  expect(queue.size().waiting).toBe(0);
  const third = queue.run("c", async () => "third");
  held.end();
  expect(await Promise.all([first, third])).toEqual(["held", "third"]);
  expect(started).toEqual(["held"]);
  await expect(queue.run("d", async () => "never", AbortSignal.abort(new Error("gone before")))).rejects.toThrow(
    "gone before",
  );
});

test("work that has begun hears that its asker has left, and holds its place until it ends", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1 });
  const leaving = new AbortController();
  let heard: AbortSignal | undefined;
  const held = heldWork([], "held");
  const run = queue.run("a", (signal) => ((heard = signal), held.work()), leaving.signal);
  await turns(2);
  leaving.abort();
  expect(heard?.aborted).toBe(true);
  expect(queue.size().active).toBe(1);
  held.end();
  expect(await run).toBe("held");
  expect(queue.size().active).toBe(0);
});

test("work that fails or throws frees its place", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 5, maxWaitingPerSender: 5 });
  const thrown = queue.run("a", () => {
    throw new Error("thrown");
  });
  const failed = queue.run("a", () => Promise.reject(new Error("failed")));
  await expect(thrown).rejects.toThrow("thrown");
  await expect(failed).rejects.toThrow("failed");
  expect(await queue.run("a", async () => "next")).toBe("next");
});

test("work that doesn't yield never follows other such work in the same turn", async () => {
  const queue = createFairQueue({ maxActive: 5, maxWaiting: 100, maxWaitingPerSender: 100 });
  let turn = 0;
  let isCounting = true;
  const count = () => isCounting && (turn++, setImmediate(count));
  setImmediate(count);
  const startedIn: number[] = [];
  const runs = Array.from({ length: 10 }, () => queue.run("a", async () => void startedIn.push(turn)));
  await Promise.all(runs);
  isCounting = false;
  expect(new Set(startedIn).size).toBe(10);
});

test("one sender never has all the places", async () => {
  const limits = { maxActive: 3, maxActivePerSender: 2, maxWaiting: 10, maxWaitingPerSender: 10 };
  const queue = createFairQueue(limits);
  const started: string[] = [];
  const held = ["a1", "a2", "a3", "b1"].map((name) => ({ name, ...heldWork(started, name) }));
  const runs = held.map(({ name, work }) => queue.run(name.charAt(0), work));
  await turns(8);
  expect(started).toEqual(["a1", "a2", "b1"]);
  for (const { end } of held) end();
  expect(await Promise.all(runs)).toEqual(["a1", "a2", "a3", "b1"]);
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
});
