import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DeskChildren } from "./child-functions.ts";
import type { PublishResult } from "#app/services/content/releases/publish-result.ts";
import { createStateReader } from "./content-state.ts";
import { createPublishingClient } from "./publishing-client.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "publishing-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a check requested during a check of older content covers the current content", async () => {
  const started: ((result: PublishResult) => void)[] = [];
  const call = () => new Promise<PublishResult>((resolve) => started.push(resolve));
  const children = { publishing: { call }, editing: {} } as unknown as DeskChildren;
  const folders = { CONTENT_DIR: folder, DATA_DIR: join(folder, "data") };
  const { refreshCheck, awaitCheck } = createPublishingClient(folders, children);
  const createResult = async () => ({
    outcome: "unchanged" as const,
    text: "",
    remarks: [],
    state: await createStateReader(folders)(),
  });
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
