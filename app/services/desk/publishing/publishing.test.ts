import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DeskChildren } from "./child-functions.ts";
import type { DeskResult } from "./desk-results.ts";
import { createPublishing } from "./publishing.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "publishing-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a check requested during a check of older content covers the current content", async () => {
  const started: ((result: DeskResult) => void)[] = [];
  const call = () => new Promise<DeskResult>((resolve) => started.push(resolve));
  const children = { publishing: { call }, editing: {} } as unknown as DeskChildren;
  const { refreshCheck, awaitCheck } = createPublishing(
    { CONTENT_DIR: folder, DATA_DIR: join(folder, "data") },
    children,
  );
  const first = refreshCheck("cn");
  await expect.poll(() => started.length).toBe(1);
  writeFileSync(join(folder, "edited.yaml"), "edited: true");
  const second = refreshCheck("cn");
  expect(await awaitCheck("cn", 100)).toEqual({ isChecking: true });
  started[0]!({ outcome: "unchanged", remarks: [] });
  expect(await first).toEqual({ outcome: "unchanged", remarks: [] });
  await expect.poll(() => started.length).toBe(2);
  const draft: DeskResult = { outcome: "dry-run", id: "1", changes: [], files: [], hidden: 0, remarks: [] };
  started[1]!(draft);
  expect(await second).toBe(draft);
});
