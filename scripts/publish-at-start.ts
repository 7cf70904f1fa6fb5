import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { publishContent } from "../app/services/content/publishing/publish-content.ts";
import { isPublishingNeeded } from "../app/services/content/publishing/is-publishing-needed.ts";
import type { PublishingStores } from "../app/services/content/publishing/release-store.ts";
import { formatCount } from "./command.ts";
import { withPublisher } from "./with-publisher.ts";

/** Publishes the content folder if it was edited. Prints the report to standard error, and why it failed to standard output. */
try {
  process.stdout.write(await withPublisher(readEnvironment(process.env), publishAtStart));
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}

/** @returns why publishing failed, such as mistakes in the content or a full disk; empty if it didn't */
async function publishAtStart(publisher: PublishingStores): Promise<string> {
  if (!(await isPublishingNeeded(publisher))) return "";
  try {
    const result = await publishContent(publisher, { by: "start" });
    if (result.text) console.error(result.text);
    return result.outcome === "mistakes" ? formatCount(Math.max(1, result.mistakes.length), "mistake") : "";
  } catch (error) {
    console.error(error);
    return `can't be published: ${(error as Error).message}`;
  }
}
