import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

// This module runs in a thread of its own. Over several connections, each sender sends requests of a family until the
// time is over. The site reads the senders' addresses from `X-Forwarded-For`.

/** A family of searches. `request` returns the n-th request of all senders. */
type Family = { request: (n: number) => { path: string; form?: [string, string][] }; leavesAfterMs?: number };

const characters = [..."黄芪当归白术茯苓甘草川芎地黄人参党参陈皮半夏桂枝柴胡麦冬五味子山药枸杞菊花金银花连翘薄荷防风"];

/** Creates the n-th word, which no list or cache contains. Consecutive words have no character in common. */
export function createWord(n: number, length = 4): string {
  const digits = Array.from({ length }, (_, place) => Math.floor((n * 2_654_435_761) / characters.length ** place));
  return digits.map((digit) => characters[digit % characters.length]).join("");
}

const createWords = (n: number, count: number) => Array.from({ length: count }, (_, at) => createWord(n * count + at));

export const searchFamilies = {
  sheets: {
    request: (n) => ({
      path: "/quotation",
      form: [
        ["intent", "sheet"],
        [
          "numbers",
          createWords(n, 200)
            .map((word, line) => `${word} ${line} 5`)
            .join("\n"),
        ],
      ],
    }),
  },
  searches: { request: (n) => ({ path: `/search?q=${createWords(n, 3).join("+")}` }) },
  "searches in sentences": { request: (n) => ({ path: `/search?q=${createWords(n, 12).join("+")}` }) },
  suggestions: { request: (n) => ({ path: `/search/suggest?q=${createWord(n)}` }) },
  notes: { request: (n) => ({ path: `/batch?number=${createNumbers(n).join(",")}` }) },
  "single numbers": { request: (n) => ({ path: `/batch?number=HQ-26${n}` }) },
  lists: { request: (n) => ({ path: `/product/list?keyword=${createWord(n)}` }) },
  "lists of who leaves": {
    request: (n) => ({ path: `/product/list?keyword=${createWords(n, 3).join("+")}` }),
    leavesAfterMs: 1000,
  },
  "calls of the API": { request: (n) => ({ path: `/api/product/list?keyword=${createWord(n)}` }) },
} satisfies Record<string, Family>;

function createNumbers(n: number): string[] {
  return Array.from({ length: 50 }, (_, at) => `HQ-${n * 50 + at}`);
}

export type Attack = { origin: string; family: keyof typeof searchFamilies; senders: number; seconds: number };

/** Number of connections of one sender. */
const connections = 8;

async function attack({ origin, family, senders, seconds }: Attack): Promise<Record<string, number>> {
  const { request, leavesAfterMs }: Family = searchFamilies[family];
  const end = performance.now() + seconds * 1000;
  const outcomes: Record<string, number> = {};
  let n = 0;
  const send = async (sender: number) => {
    const { path, form } = request(++n);
    const response = await fetch(origin + path, {
      ...{ headers: { "X-Forwarded-For": `203.0.113.${sender}` }, redirect: "manual" },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(leavesAfterMs ?? 60_000),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const sendUntilEnd = async (sender: number) => {
    while (performance.now() < end) {
      const outcome = await Promise.race([send(sender).catch(() => "left"), sleep(end - performance.now(), "cut off")]);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: senders * connections }, (_, index) => sendUntilEnd(1 + (index % senders))));
  return outcomes;
}

if (parentPort) parentPort.postMessage(await attack(workerData as Attack));
