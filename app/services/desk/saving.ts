import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { runScript } from "../content/publishing/run-script.ts";
import type { Environment } from "../runtime/environment.ts";
import type { RefusedChangeError } from "./content-files.ts";

/** What `scripts/save-for-desk.ts` prints. `problem`: why it isn't noted who has saved. */
export type SaveResult =
  | { outcome: "saved"; files: { path: string; sha: string }[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" }
  | { outcome: "failed"; text: string };

/**
 * Another process reads, checks and writes the files, because the largest would hold up visitors. Its turn begins when all has
 * come, so that a slow upload holds up nobody. @param commit JSON of the editor @throws what `commit` throws
 */
export async function saveChanges(
  commit: AsyncIterable<Uint8Array>,
  account: string,
  { DATA_DIR }: Pick<Environment, "DATA_DIR">,
): Promise<SaveResult> {
  const path = join(DATA_DIR, `.save-${randomUUID()}`);
  await using writer = await open(path, "wx", 0o600);
  await using reader = await open(path);
  // The system keeps it until it is closed, also by a crash.
  await rm(path);
  await writer.writeFile(commit);
  const { output, errors, code } = await runScript("save-for-desk.ts", [account], {}, reader.fd);
  return code === 0 ? (JSON.parse(output) as SaveResult) : { outcome: "failed", text: errors };
}
