import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "../../app/services/runtime/paths.ts";
import { mayReplace } from "./may-replace.ts";

test("only a missing certificate and one that was drawn are replaced, and never somebody's own", () => {
  const folder = mkdtempSync(join(tmpdir(), "certificates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = join(folder, "own.pdf");
  writeFileSync(own, "%PDF-1.7\n/Title (Certificate of analysis HQ251201)\n/Creator (Word)\n");
  expect(mayReplace(own)).toBe(false);
  expect(mayReplace(join(folder, "missing.pdf"))).toBe(true);
  expect(mayReplace(join(paths.public, "files", "certificate-HQ251201.pdf"))).toBe(true);
});
