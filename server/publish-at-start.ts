import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import type { Environment } from "../app/services/runtime/environment.ts";
import { isPublishingNeeded } from "../app/services/content/publishing/is-publishing-needed.ts";
import { openReleaseFolder } from "../app/services/content/publishing/release-folder.ts";
import { createReleaseStore } from "../app/services/content/publishing/release-store.ts";
import { indexVersion } from "../app/services/content/publishing/release.ts";

const script = join("scripts", "publish-at-start.ts");

/**
 * Publishes the content folder if it was edited and has no mistakes. Otherwise the current release stays. The content is
 * compiled by another process, so that the server's memory stays small. With an owner's API there is nothing to publish.
 * @returns what is wrong with the content folder, if it isn't published because of it
 * @throws EnvironmentError if there is no release that the site can show
 */
export async function publishAtStart(environment: Environment): Promise<string | undefined> {
  const { API_BASE_URL, CONTENT_DIR: content, DATA_DIR, DATABASE_URL } = environment;
  if (API_BASE_URL) return undefined;
  const releases = openReleaseFolder(DATA_DIR);
  const isNeeded = await isPublishingNeeded({ content, releases: createReleaseStore(releases) });
  // With a database another node may have published, so this folder can't tell whether the release is current.
  if (!isNeeded && DATABASE_URL === undefined) return undefined;
  if (isNeeded) console.log("Publishing the content, which may take a minute …");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [problem, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const report = errors.trimEnd();
  if (code !== 0 || releases.readCurrent()?.indexVersion !== indexVersion) throw new EnvironmentError(report);
  if (report !== "") console.warn(report);
  if (problem === "") return undefined;
  const sentence = `${problem} (the last good release is served; npm run check-content lists the mistakes)`;
  console.warn(`content: ${sentence}`);
  return sentence;
}
