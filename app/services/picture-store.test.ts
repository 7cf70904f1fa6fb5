import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import { formatFor } from "./picture-resize.ts";
import { createPictureStore } from "./picture-store.ts";

test("the oldest pictures go until the rest is small enough", async () => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  for (const [index, name] of ["a", "b", "c"].entries()) {
    writeFileSync(join(folder, name), Buffer.alloc(100));
    utimesSync(join(folder, name), index, index);
  }
  await createPictureStore(folder, recordingLog()).sweep(200);
  expect(readdirSync(folder)).toEqual(["b", "c"]);
  rmSync(folder, { recursive: true });
});

test.each([
  ["image/avif,image/webp,*/*", "image/jpeg", "avif"],
  ["image/avif,image/webp,*/*", "image/gif", "webp"],
  ["image/webp,*/*", "image/png", "webp"],
  ["*/*", "image/jpeg", "jpeg"],
  ["*/*", "image/webp", "png"],
  [null, "image/png", "png"],
])("for %s a picture of %s is sent as %s", (accept, type, format) => expect(formatFor(accept, type)).toBe(format));
