import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { formatCount } from "../app/services/runtime/format-count.ts";
import { publishContent } from "../app/services/content/publishing/publish-content.ts";
import { isPublishingNeeded, readCurrent, type Publisher } from "../app/services/content/publishing/publisher.ts";
import { indexVersion } from "../app/services/content/publishing/release.ts";
import { withPublisher } from "./with-publisher.ts";

/** Output that the start of the site reads. */
export type StartResult = {
  /** Why the content folder couldn't be published. */
  problem?: string | undefined;
  /** Whether there is a release that the site can show. */
  hasRelease: boolean;
};

/** Publishes the content folder if it was edited. Prints the report to standard error, and a `StartResult` to standard output. */
try {
  console.log(JSON.stringify(await withPublisher(readEnvironment(process.env), publishAtStart)));
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}

async function publishAtStart(publisher: Publisher): Promise<StartResult> {
  if (!(await isPublishingNeeded(publisher))) return { hasRelease: true };
  const problem = await publish(publisher);
  return { problem, hasRelease: (await readCurrent(publisher))?.indexVersion === indexVersion };
}

/** Publishes the content folder. @returns why that failed, such as mistakes in the content or a full disk */
async function publish(publisher: Publisher): Promise<string | undefined> {
  try {
    const result = await publishContent(publisher, { by: "start" });
    if (result.text) console.error(result.text);
    return result.outcome === "mistakes" ? formatCount(result.mistakes, "mistake") : undefined;
  } catch (error) {
    console.error(error);
    return `can't be published: ${(error as Error).message}`;
  }
}
