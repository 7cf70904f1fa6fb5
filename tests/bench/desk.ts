import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { logInToDesk } from "#tests/setup/desk/desk-login.ts";
import { postAtDesk, saveAtDesk } from "#tests/setup/desk/fetch-at-desk.ts";
import type { RunningSite } from "#tests/setup/site/running-site.ts";

const rounds = 5;
const file = "product/huang-qi/index.cn.md";

/** A site with a desk, the content folder that the desk edits, and an account of the desk. */
type Desk = { site: RunningSite; content: string; account: string };

/**
 * Measures the response times of each version's desk, alternating between the versions. @returns milliseconds of each
 * round, by step and version
 */
export async function measureDesks(desks: Record<string, Desk>): Promise<Record<string, Record<string, number[]>>> {
  const times: Record<string, Record<string, number[]>> = {};
  const cookies: Record<string, string> = {};
  for (const [name, { site, account }] of Object.entries(desks)) cookies[name] = await logInToDesk(site, account);
  // The first round doesn't count, because it loads the code.
  for (let round = 0; round <= rounds; round++)
    for (const [name, desk] of Object.entries(desks)) {
      const steps = await measureSteps(desk, cookies[name]!, round);
      if (round > 0) for (const [step, time] of Object.entries(steps)) ((times[step] ??= {})[name] ??= []).push(time);
    }
  return times;
}

async function measureSteps({ site, content }: Desk, Cookie: string, round: number): Promise<Record<string, number>> {
  const headers = { Cookie, "Sec-Fetch-Site": "same-origin" };
  const steps: Record<string, number> = {};
  const open = (path: string) => fetch(site.origin + path, { redirect: "manual", headers });
  const read = async (path: string) => (await open(path)).text();

  /** Measures the time until a response has arrived completely. */
  async function measure(step: string, request: () => Promise<Response>): Promise<void> {
    const start = performance.now();
    const response = await request();
    await response.text();
    steps[step] = performance.now() - start;
    if (response.status >= 400) throw new Error(`${step} failed with status ${response.status}`);
  }

  const waitUntil = async (isReached: () => Promise<boolean>) => {
    const start = performance.now();
    while (!(await isReached())) await sleep(50);
    return performance.now() - start;
  };
  const isChecked = async () => !(await read("/desk/publish")).includes('http-equiv="refresh"');

  function save(step: string, words: string): Promise<void> {
    const before = readFileSync(join(content, file));
    const after = `${before.toString().trimEnd()}\n\n${words}\n`;
    return measure(step, () => saveAtDesk(site, headers, file, before, after));
  }

  const words = `第 ${round} 轮`;
  await save("save", words);
  steps["save until the button"] = await waitUntil(isChecked);
  await measure("list of releases", () => open("/desk/releases"));
  await measure("history of an item", () => open("/desk/history?part=product/huang-qi"));
  await measure("page of publishing again", () => open("/desk/publish"));
  const published = postAtDesk(site, { intent: "publish" }, headers, "/desk/publish");
  const isVisible = async () => (await read("/product/info/huang-qi")).includes(words);
  steps["button until visitors see it"] = await waitUntil(isVisible);
  await published;
  await save("save right after a publication", `${words}，又一次`);
  steps["save right after a publication until the button"] = await waitUntil(isChecked);
  return steps;
}

/** Edits the content, so that it differs from the release. */
export const editContent = (content: string): void => appendFileSync(join(content, file), "\n还没有发布。\n");
