import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";
import { paths } from "../../app/platform/paths.ts";
import { copyReleases, startSite, type RunningSite } from "./running-site.ts";
import { testContent } from "./test-content.ts";

/** Folders and files of a site that no test changes. */
const shared = ["public", paths.client, dirname(paths.serverBuild), paths.stamp];

/** Creates a folder with a copy of the tests' content and the built site. Call `dispose` at the end. */
export function createSiteFolder() {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  mkdirSync(join(folder, paths.build));
  for (const path of shared) symlinkSync(join(inject("siteFolder"), path), join(folder, path));
  const content = join(folder, "content");
  cpSync(testContent, content, { recursive: true });
  mkdirSync(join(folder, "data"));
  copyReleases(inject("siteFolder"), join(folder, "data"));
  return {
    folder,
    content,
    /** Publishes the content as it is now and starts the site on it. */
    start(variables: Record<string, string> = {}): Promise<RunningSite> {
      return startSite({ LOG_LEVEL: "warn", ...variables }, folder, undefined, resolve("deploy/start-built.ts"));
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
