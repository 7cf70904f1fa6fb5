import { runScript } from "../content/publishing/run-script.ts";
import type { RefusedChangeError } from "./content-files.ts";

/** What `scripts/save-for-desk.ts` prints. `problem`: why it isn't noted who has saved. */
export type SaveResult =
  | { outcome: "saved"; files: { path: string; sha: string }[]; operations: string[]; problem?: string | undefined }
  | { outcome: "refused"; reason: RefusedChangeError["reason"]; path: string }
  | { outcome: "invalid" }
  | { outcome: "failed"; text: string };

/** Another process reads, checks and writes the files, because the largest would hold up visitors. @param commit JSON of the editor */
export async function saveChanges(commit: AsyncIterable<Uint8Array>, account: string): Promise<SaveResult> {
  const { output, errors, code } = await runScript("save-for-desk.ts", [account], {}, commit);
  return code === 0 ? (JSON.parse(output) as SaveResult) : { outcome: "failed", text: errors };
}
