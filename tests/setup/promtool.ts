import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the reason why promtool can't run; `undefined` if it can. */
export function getMissingPromtoolReason(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, "promtool"))) ? undefined : "there is no promtool";
}
