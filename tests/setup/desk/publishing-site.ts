import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { publishIn } from "#tests/setup/programs/run-script.ts";
import type { RunningSite } from "#tests/setup/site/running-site.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";

/**
 * Starts a site with a folder of its own, whose content the tests of a file edit and publish. Must be called at the top
 * of the file.
 */
export function setUpPublishingSite() {
  const { folder, content, start, dispose } = createSiteFolder();
  const DATA_DIR = join(folder, "data");
  let site: RunningSite;
  beforeAll(async () => {
    site = await start({ DATA_DIR });
  });
  afterAll(async () => {
    await site.stop();
    dispose();
  });

  return {
    folder,
    content,
    DATA_DIR,
    /** Path of the page of the item whose Chinese file is `text`. */
    page: "/product/info/gan-cao",
    text: join(content, "product/gan-cao/index.cn.md"),

    /** Runs `npm run publish` with the data of the site. */
    publish: (...args: string[]) => publishIn(folder, { DATA_DIR }, ...args),

    fetchPage: (path: string) => fetch(site.origin + path),
    getBody: async (path: string) => (await fetch(site.origin + path)).text(),
    getOutput: () => site.output(),

    stopSite: () => site.stop(),
    async startSite(variables: Record<string, string> = {}): Promise<void> {
      site = await start({ DATA_DIR, ...variables });
    },

    /** Replaces the folder `public`, which all sites of the tests share, by a copy. */
    copyPublic(): void {
      rmSync(join(folder, "public"));
      cpSync("public", join(folder, "public"), { recursive: true });
    },
  };
}
