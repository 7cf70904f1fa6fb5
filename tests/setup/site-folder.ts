import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { compileContent } from "../../app/embedded-api/compile.ts";
import { readContentFolder } from "../../app/embedded-api/content-folder.ts";
import { report } from "../../app/embedded-api/content-report.ts";
import { paths } from "../../app/platform/paths.ts";
import { startSite, type RunningSite } from "./running-site.ts";

/** What a site is started from that no test changes. */
const shared = ["public", paths.client, dirname(paths.serverBuild), paths.stamp];

/** A copy of the content, which a test may change, and the built site on it. Call `dispose` when done. */
export function siteFolder() {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  mkdirSync(join(folder, paths.build));
  for (const path of shared) symlinkSync(resolve(path), join(folder, path));
  const content = join(folder, paths.content);
  cpSync(paths.content, content, { recursive: true });
  return {
    folder,
    content,
    /** Compiles the content as it is now and starts the site on it. */
    start(variables: Record<string, string> = {}): Promise<RunningSite> {
      const { source, problems } = readContentFolder(content);
      if (problems.length > 0) throw new Error(report(problems, []));
      compileContent(source, join(folder, paths.contentIndex));
      return startSite({ LOG_LEVEL: "warn", ...variables }, folder, undefined, resolve("deploy/start-built.ts"));
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
