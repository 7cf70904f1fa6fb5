import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Polls `/healthz` in a worker thread. On each message it reports the longest wait in milliseconds since the last
 * report.
 */
const agent = new Agent({ keepAlive: true });
const { origin } = workerData as { origin: string };
let [longestWait, requestedAt] = [0, 0];

parentPort!.on("message", () => {
  // A request that is still waiting counts too.
  const waitingTime = requestedAt > 0 ? performance.now() - requestedAt : 0;
  parentPort!.postMessage(Math.max(longestWait, waitingTime));
  longestWait = 0;
});

for (;;) {
  requestedAt = performance.now();
  await poll();
  longestWait = Math.max(longestWait, performance.now() - requestedAt);
  requestedAt = 0;
  await sleep(5);
}

function poll(): Promise<void> {
  return new Promise((resolve) => {
    get(`${origin}/healthz`, { agent }, (response) => response.resume().on("end", resolve)).on("error", () =>
      resolve(),
    );
  });
}
