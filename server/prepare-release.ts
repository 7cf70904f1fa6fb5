import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import type { Environment } from "../app/services/runtime/environment.ts";
import { isOfThisCode } from "../app/services/content/publishing/fingerprints.ts";
import { openReleaseFolder } from "../app/services/content/publishing/release-folder.ts";

const script = join("scripts", "prepare-release.ts");

/**
 * Makes sure that there is a release which this code has compiled. The content is compiled by another process, so that the server's
 * memory stays small. With an owner's API there are no releases.
 * @returns why the release can't be compiled, if it is shown as it is
 * @throws EnvironmentError if there is no release that the site can show
 */
export async function prepareRelease({
  API_BASE_URL,
  DATA_DIR,
  DATABASE_URL,
}: Environment): Promise<string | undefined> {
  if (API_BASE_URL) return undefined;
  const current = openReleaseFolder(DATA_DIR).readCurrent();
  const isPrepared = current !== undefined && isOfThisCode(current);
  // With a database another node may have published.
  if (isPrepared && DATABASE_URL === undefined) return undefined;
  if (!isPrepared) console.log("Compiling the content, which may take a minute …");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [problem, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const report = errors.trimEnd();
  if (code !== 0) throw new EnvironmentError(report);
  if (report !== "") console.warn(report);
  if (problem === "") return undefined;
  const sentence = `${problem} (the release is served as earlier code compiled it; correct the content and publish it)`;
  console.warn(`content: ${sentence}`);
  return sentence;
}
