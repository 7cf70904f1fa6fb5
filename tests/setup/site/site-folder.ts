import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { inject } from "vitest";
import { testContent } from "#tests/setup/content/test-content.ts";
import { publishIn } from "#tests/setup/programs/run-script.ts";
import { createBuiltSite } from "./built-site.ts";
import { copyReleases, startSite, type RunningSite } from "./running-site.ts";

/** Creates a folder with a copy of the tests' content and the built site. Call `dispose` at the end. */
export function createSiteFolder() {
  const folder = createBuiltSite(inject("siteFolder"));
  const content = join(folder, "content");
  cpSync(testContent, content, { recursive: true });
  mkdirSync(join(folder, "data"));
  copyReleases(inject("siteFolder"), join(folder, "data"));
  return {
    folder,
    content,
    publish(variables: Record<string, string>): void {
      copyReleases(folder, variables["DATA_DIR"]!);
      const { status, stderr } = publishIn(folder, variables);
      if (status !== 0) throw new Error(stderr);
    },
    /** Starts the site with the published content. */
    start(variables: Record<string, string> = {}): Promise<RunningSite> {
      return startSite({ LOG_LEVEL: "warn", ...variables }, folder, undefined, resolve("deploy/start-built.ts"));
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
