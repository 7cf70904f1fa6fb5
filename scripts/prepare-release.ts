import { prepareRelease } from "../app/services/content/publishing/show-release.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import { indexVersion } from "../app/services/content/publishing/release.ts";
import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { formatCount } from "./command.ts";
import { withPublisher } from "./with-publisher.ts";

/** Prints the report to standard error; to standard output, why the release can't be compiled though it can be shown as it is. */
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
    // Such as a full disk. The release that is there can be shown, if this code can read it.
    if (
      error instanceof EnvironmentError ||
      publisher.releases.folder.readCurrentVersion()?.indexVersion !== indexVersion
    )
      throw error;
    console.error(error);
    return `can't be compiled: ${(error as Error).message}`;
  }
}
