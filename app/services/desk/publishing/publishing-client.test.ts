import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { PublishResult } from "#app/services/content/publish/publish-result.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import type { DeskChildren } from "./child-functions.ts";
import { createStateReader } from "./content-state.ts";
import { createPublishingClient } from "./publishing-client.ts";

const folder = setUpTestFolder();
const folders = { CONTENT_DIR: folder, DATA_DIR: join(folder, "data") };
const readState = createStateReader(folders);

async function createResult(): Promise<PublishResult> {
  return { outcome: "unchanged", text: "", remarks: [], state: await readState() };
}

const createClient = (call: () => Promise<PublishResult>) =>
  createPublishingClient(folders, { publishing: { call }, editing: {} } as unknown as DeskChildren);

test("a check requested during a check of older content covers the current content", async () => {
  const started: ((result: PublishResult) => void)[] = [];
  const call = () => new Promise<PublishResult>((resolve) => started.push(resolve));
  const { refreshCheck, awaitCheck } = createClient(call);
  const older = await createResult();
  const first = refreshCheck();
  await expect.poll(() => started.length).toBe(1);
  writeFileSync(join(folder, "edited.yaml"), "edited: true");
  const second = refreshCheck();
  expect(await awaitCheck(100)).toEqual({ isChecking: true });
  started[0]!(older);
  expect(await first).toBe(older);
  await expect.poll(() => started.length).toBe(2);
  started[1]!({ outcome: "stale" });
  await expect.poll(() => started.length).toBe(3);
  const current = await createResult();
  started[2]!(current);
  expect(await second).toBe(current);
  expect(await refreshCheck()).toBe(current);
});

test("while the server renders pages, a page gets a check's result after one list, in few turns of the event loop", async () => {
  for (let number = 0; number < 300; number++) {
    mkdirSync(join(folder, `item-${number}`));
    writeFileSync(join(folder, `item-${number}/index.cn.md`), "");
  }
  const { refreshCheck, awaitCheck } = createClient(createResult);
  const result = await refreshCheck();
  const render = vi.fn(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3));
  const rendering = setInterval(render);
  expect(await awaitCheck(0)).toEqual({ result, isChecking: false });
  clearInterval(rendering);
  expect(render.mock.calls.length).toBeLessThan(150);
});
