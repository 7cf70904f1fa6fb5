import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { backgroundSender, createFairQueue, QueueFullError } from "./fair-queue.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function waitForTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

function createControlledWork(startedTasks: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    startedTasks.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), reject };
}

test("the queue runs at most maxActive tasks at a time, and finally runs all of them", async () => {
  const queue = createFairQueue({ maxActive: 2, maxWaiting: 100, maxWaitingPerSender: 100 });
  let [active, maxSeen] = [0, 0];
  const work = async () => {
    maxSeen = Math.max(maxSeen, ++active);
    await waitForTurns(3);
    active--;
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => queue.run(`sender ${index % 3}`, work)));
  expect(maxSeen).toBe(2);
  expect(queue.size()).toEqual({ active: 0, waiting: 0 });
});

test("the sender that has used the least time is next, even if another sender queues many tasks", async () => {
  // Each task takes the same time, however busy the machine is.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 0.1));
  onTestFinished(() => void clock.mockRestore());
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 100, maxWaitingPerSender: 100 });
  const finishedSenders: string[] = [];
  const runTask = (sender: string) => queue.run(sender, async () => void finishedSenders.push(sender));
  await Promise.all([..."aaaaaa", ..."bb", "c"].map(runTask));
  expect(finishedSenders.join("")).toBe("abcabaaaa");
});

test("many new senders together don't delay a known sender", async () => {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void clock.mockRestore());
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 100, maxWaitingPerSender: 100 });
  const finishedSenders: string[] = [];
  const runTask = (sender: string) =>
    queue.run(sender, async () => {
      now += 5;
      finishedSenders.push(sender);
    });
  await runTask("known");
  await waitForTurns(2);
  now += 20_000;
  const tasks = [1, 2, 3, 4].map((number) => runTask(`new ${number}`));
  await Promise.all([...tasks, runTask("known"), runTask("known")]);
  expect(finishedSenders.slice(1, 5)).toEqual(["new 1", "known", "new 2", "known"]);
});

test("between two tasks all waiting connections are accepted", async () => {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 9, maxWaitingPerSender: 9 });
  let accepted = 0;
  server.on("connection", (socket) => (accepted++, socket.destroy()));
  const { port } = server.address() as AddressInfo;
  const work = async () => {
    const clients = Array.from({ length: 20 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    // Blocks the event loop, as rendering does, while the connections are established.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    return clients;
  };
  const acceptedBefore = await Promise.all([queue.run("a", work), queue.run("a", async () => accepted)]);
  expect(acceptedBefore[1]).toBe(20);
});

test("background work starts only while no sender waits", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 100, maxWaitingPerSender: 100 });
  const finishedSenders: string[] = [];
  const runTask = (sender: string) => queue.run(sender, async () => void finishedSenders.push(sender));
  await Promise.all(["a", backgroundSender, backgroundSender, "b", "b", "a"].map(runTask));
  // Only the last two are compared, because the order of the others depends on how long each takes.
  expect(finishedSenders.slice(-2)).toEqual([backgroundSender, backgroundSender]);
});

test("waiting tasks beyond the limit for one sender or for all senders are rejected", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 3, maxWaitingPerSender: 2 });
  const heldTask = createControlledWork([], "first");
  const first = queue.run("a", heldTask.work);
  await waitForTurns(2);
  const otherRuns = [queue.run("a", async () => 1), queue.run("a", async () => 2)];
  await expect(queue.run("a", async () => 3)).rejects.toThrow(QueueFullError);
  otherRuns.push(queue.run("b", async () => 4));
  // The queue is full. A sender that has less waiting than another takes the place of that sender's last task.
  otherRuns.push(queue.run("c", async () => 5));
  await expect(otherRuns[1]).rejects.toThrow(QueueFullError);
  await expect(queue.run("d", async () => 6)).rejects.toThrow(QueueFullError);
  expect(queue.size()).toEqual({ active: 1, waiting: 3 });
  heldTask.end();
  expect(await first).toBe("first");
  const statuses = (await Promise.allSettled(otherRuns)).map(({ status }) => status);
  expect(statuses).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});

test("a queue with maxWaiting 0 still fills its free places", async () => {
  const queue = createFairQueue({ maxActive: 2, maxWaiting: 0, maxWaitingPerSender: 0 });
  const runs = [1, 2, 3].map((value) => queue.run("a", async () => value));
  const [first, second, third] = await Promise.allSettled(runs);
  expect([first?.status, second?.status, third?.status]).toEqual(["fulfilled", "fulfilled", "rejected"]);
});

test("a caller that leaves while waiting frees its place in the queue at once", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1 });
  const startedTasks: string[] = [];
  const heldTask = createControlledWork(startedTasks, "held");
  const first = queue.run("a", heldTask.work);
  const controller = new AbortController();
  const second = queue.run("b", createControlledWork(startedTasks, "left").work, controller.signal);
  controller.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  expect(queue.size().waiting).toBe(0);
  const third = queue.run("c", async () => "third");
  heldTask.end();
  expect(await Promise.all([first, third])).toEqual(["held", "third"]);
  expect(startedTasks).toEqual(["held"]);
  const abortedRun = queue.run("d", async () => "never", AbortSignal.abort(new Error("gone before")));
  await expect(abortedRun).rejects.toThrow("gone before");
});

test("running work is aborted when its caller leaves, and keeps its place until it ends", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1 });
  const controller = new AbortController();
  let receivedSignal: AbortSignal | undefined;
  const heldTask = createControlledWork([], "held");
  const run = queue.run("a", (signal) => ((receivedSignal = signal), heldTask.work()), controller.signal);
  await waitForTurns(2);
  controller.abort();
  expect(receivedSignal?.aborted).toBe(true);
  expect(queue.size().active).toBe(1);
  heldTask.end();
  expect(await run).toBe("held");
  expect(queue.size().active).toBe(0);
});

test("work that fails or throws frees its place", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 5, maxWaitingPerSender: 5 });
  const throwingTask = queue.run("a", () => {
    throw new Error("thrown");
  });
  const rejectingTask = queue.run("a", () => Promise.reject(new Error("failed")));
  await expect(throwingTask).rejects.toThrow("thrown");
  await expect(rejectingTask).rejects.toThrow("failed");
  expect(await queue.run("a", async () => "next")).toBe("next");
});

test("the queue starts at most one task in each turn of the event loop", async () => {
  const queue = createFairQueue({ maxActive: 5, maxWaiting: 100, maxWaitingPerSender: 100 });
  let turn = 0;
  let isCounting = true;
  const count = () => isCounting && (turn++, setImmediate(count));
  setImmediate(count);
  const startTurns: number[] = [];
  const runs = Array.from({ length: 10 }, () => queue.run("a", async () => void startTurns.push(turn)));
  await Promise.all(runs);
  isCounting = false;
  expect(new Set(startTurns).size).toBe(10);
});

test("one sender runs at most maxActivePerSender tasks at a time", async () => {
  const limits = { maxActive: 3, maxActivePerSender: 2, maxWaiting: 10, maxWaitingPerSender: 10 };
  const queue = createFairQueue(limits);
  const startedTasks: string[] = [];
  const heldTasks = ["a1", "a2", "a3", "b1"].map((name) => ({ name, ...createControlledWork(startedTasks, name) }));
  const runs = heldTasks.map(({ name, work }) => queue.run(name.charAt(0), work));
  await waitForTurns(8);
  expect(startedTasks).toEqual(["a1", "b1", "a2"]);
  for (const { end } of heldTasks) end();
  expect(await Promise.all(runs)).toEqual(["a1", "a2", "a3", "b1"]);
  expect(startedTasks).toEqual(["a1", "b1", "a2", "a3"]);
});

test("work that has waited for maxWaitMs is rejected, but not work that has started", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 5, maxWaitingPerSender: 5, maxWaitMs: 10_000 });
  const startedTasks: string[] = [];
  const heldTask = createControlledWork(startedTasks, "held");
  const heldResult = queue.run("a", heldTask.work);
  const lateResult = queue.run("a", createControlledWork(startedTasks, "late").work);
  vi.advanceTimersByTime(9999);
  const nextResult = queue.run("b", async () => "next");
  expect(queue.size()).toEqual({ active: 1, waiting: 2 });
  vi.advanceTimersByTime(1);
  await expect(lateResult).rejects.toThrow(QueueFullError);
  expect(queue.size()).toEqual({ active: 1, waiting: 1 });
  heldTask.end();
  expect(await Promise.all([heldResult, nextResult])).toEqual(["held", "next"]);
  expect([startedTasks, queue.size(), vi.getTimerCount()]).toEqual([["held"], { active: 0, waiting: 0 }, 0]);
});
