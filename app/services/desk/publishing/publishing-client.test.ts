import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DeskChildren } from "./child-functions.ts";
import type { PublishResult } from "#app/services/content/releases/publish-result.ts";
import { createPublishingClient } from "./publishing-client.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "publishing-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a check requested during a check of older content covers the current content", async () => {
  const started: ((result: PublishResult) => void)[] = [];
  const call = () => new Promise<PublishResult>((resolve) => started.push(resolve));
  const children = { publishing: { call }, editing: {} } as unknown as DeskChildren;
  const { refreshCheck, awaitCheck } = createPublishingClient(
    { CONTENT_DIR: folder, DATA_DIR: join(folder, "data") },
    children,
  );
  const first = refreshCheck();
  await expect.poll(() => started.length).toBe(1);
  writeFileSync(join(folder, "edited.yaml"), "edited: true");
  const second = refreshCheck();
  expect(await awaitCheck(100)).toEqual({ isChecking: true });
  started[0]!({ outcome: "unchanged", text: "", remarks: [] });
  expect(await first).toMatchObject({ outcome: "unchanged" });
  await expect.poll(() => started.length).toBe(2);
  const draft: PublishResult = { outcome: "undone" };
  started[1]!(draft);
  expect(await second).toBe(draft);
});
