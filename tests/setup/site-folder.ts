import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { inject } from "vitest";
import { paths } from "../../app/platform/paths.ts";
import { startSite, type RunningSite } from "./running-site.ts";
import { testContent } from "./test-content.ts";

/** Files of a site that no test changes. */
const shared = ["public", paths.client, dirname(paths.serverBuild), paths.stamp];

/**
 * Creates a folder with a copy of the tests' content and the built site. Call `dispose` at the end.
 * @param packages a folder `node_modules` with packages that the site installs only if it needs them
 */
export function createSiteFolder({ packages }: { packages?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  mkdirSync(join(folder, paths.build));
  for (const path of shared) symlinkSync(join(inject("siteFolder"), path), join(folder, path));
  if (packages) installPackages(folder, packages);
  const content = join(folder, "content");
  cpSync(testContent, content, { recursive: true });
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

/** Lets the built site find these packages beside its own. */
function installPackages(folder: string, packages: string): void {
  const serverFolder = join(folder, dirname(paths.serverBuild));
  unlinkSync(serverFolder);
  cpSync(join(inject("siteFolder"), dirname(paths.serverBuild)), serverFolder, { recursive: true });
  symlinkSync(packages, join(serverFolder, "node_modules"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
}
