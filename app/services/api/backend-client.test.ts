import { expect, test } from "vitest";
import { createFairQueue } from "#app/services/runtime/fair-queue.ts";
import { createBoundedTransport, maxResponseBytes } from "./backend-client.ts";
import { ResponseTooLargeError } from "./errors.ts";

const createRequest = () => new Request("http://backend.test/");
const { signal } = new AbortController();

test("a call counts as running until the last byte of its response, and the number of running calls is limited", async () => {
  const queue = createFairQueue({ maxActive: 2, maxWaiting: 100, maxWaitingPerSender: 100 });
  let [open, maxSeen] = [0, 0];
  const createBody = () =>
    new ReadableStream({
      async pull(controller) {
        for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(new TextEncoder().encode("answer"));
        controller.close();
        open--;
      },
    });
  const transport = createBoundedTransport(async () => {
    maxSeen = Math.max(maxSeen, ++open);
    return new Response(createBody(), { status: 201, headers: { "X-Answer": "yes" } });
  }, queue);
  const responses = await Promise.all(Array.from({ length: 10 }, () => transport(createRequest(), { signal })));
  expect(maxSeen).toBe(2);
  expect(responses[9]!.status).toBe(201);
  expect(responses[9]!.headers.get("X-Answer")).toBe("yes");
  expect(await responses[9]!.text()).toBe("answer");
});

test("a response without a body is returned, and a failed call leaves the queue", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1 });
  const emptyTransport = createBoundedTransport(async () => new Response(null, { status: 204 }), queue);
  expect((await emptyTransport(createRequest(), { signal })).status).toBe(204);
  const failingTransport = createBoundedTransport(() => Promise.reject(new Error("unavailable")), queue);
  await expect(failingTransport(createRequest(), { signal })).rejects.toThrow("unavailable");
  expect(queue.size()).toEqual({ active: 0, waiting: 0 });
});

test("an endless response is read only up to the limit, and its connection is closed", async () => {
  const queue = createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1 });
  const read = { bytes: 0, isCancelled: false };
  const createBody = (maxBytes: number) =>
    new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(100_000));
        read.bytes += 100_000;
        if (read.bytes === maxBytes) controller.close();
      },
      cancel: () => void (read.isCancelled = true),
    });
  const send = (maxBytes: number) =>
    createBoundedTransport(async () => new Response(createBody(maxBytes)), queue)(createRequest(), { signal });
  expect((await (await send(maxResponseBytes)).arrayBuffer()).byteLength).toBe(maxResponseBytes);
  read.bytes = 0;
  await expect(send(20 * maxResponseBytes)).rejects.toThrow(ResponseTooLargeError);
  expect([read.isCancelled, read.bytes < maxResponseBytes + 500_000]).toEqual([true, true]);
  expect(queue.size()).toEqual({ active: 0, waiting: 0 });
});
