import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** Asks `/healthz` again and again, in a thread of its own, and says the longest wait in milliseconds since it last said so. */
const agent = new Agent({ keepAlive: true });
const { origin } = workerData as { origin: string };
let [longest, askedAt] = [0, 0];

parentPort!.on("message", () => {
  // One that is still waiting has waited, too.
  const waiting = askedAt > 0 ? performance.now() - askedAt : 0;
  parentPort!.postMessage(Math.max(longest, waiting));
  longest = 0;
});

for (;;) {
  askedAt = performance.now();
  await ask();
  longest = Math.max(longest, performance.now() - askedAt);
  askedAt = 0;
  await sleep(5);
}

function ask(): Promise<void> {
  return new Promise((resolve) => {
    get(`${origin}/healthz`, { agent }, (response) => response.resume().on("end", resolve)).on("error", () =>
      resolve(),
    );
  });
}
