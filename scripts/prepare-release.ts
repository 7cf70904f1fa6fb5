import { prepareRelease } from "../app/services/content/publishing/show-release.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { formatCount } from "./command.ts";
import { withPublisher } from "./with-publisher.ts";

/**
 * Prints the report to standard error; to standard output, why the current release can't be compiled though one can be shown. The
 * `site-admin` of an earlier release runs this script in the code that it installs.
 */
try {
  process.stdout.write(await withPublisher(readEnvironment(process.env), prepare));
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}

async function prepare(publisher: PublishingStores): Promise<string> {
  try {
    const { text, mistakes } = await prepareRelease(publisher);
    if (text) console.error(text);
    return mistakes.length > 0 ? formatCount(mistakes.length, "mistake") : "";
  } catch (error) {
    // Such as a full disk, or mistakes. What was compiled before is served, if this code can read it.
    if (!publisher.releases.folder.findReadable()) throw error;
    console.error(error instanceof EnvironmentError ? error.message : error);
    return `can't be compiled: ${(error as Error).message.split("\n")[0]}`;
  }
}
