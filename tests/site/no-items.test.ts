import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { createSiteFolder } from "../setup/site-folder.ts";
import type { RunningSite } from "../setup/running-site.ts";

// An owner has deleted every item of the demonstration, and all links to items.
const siteFolder = createSiteFolder();
let site: RunningSite;
beforeAll(async () => {
  const emptyFile = (...path: string[]) => writeFileSync(join(siteFolder.content, ...path), "[]\n");
  for (const name of [...kinds, "batch", "page", "redirects.yaml"])
    rmSync(join(siteFolder.content, name), { recursive: true, force: true });
  for (const folder of ["menu", "adverts"])
    for (const name of readdirSync(join(siteFolder.content, folder)))
      if (name.endsWith(".yaml")) emptyFile(folder, name);
  site = await siteFolder.start();
});
afterAll(async () => {
  await site.stop();
  siteFolder.dispose();
});

test.each(["/", "/en", "/about-us", "/search?q=黄芪", "/en/nothing-here"])(
  "no link on %s leads to a list",
  async (path) => {
    const html = await (await fetch(site.origin + path)).text();
    expect(html).toContain("</footer>");
    expect(html).not.toMatch(/\/(?:news|prescription|product|case|service)\/list|rss\.xml/);
  },
);

test("the lists are 404, and the sitemap doesn't list them", async () => {
  for (const kind of kinds) expect((await fetch(`${site.origin}/${kind}/list`)).status, kind).toBe(404);
  expect(await (await fetch(`${site.origin}/sitemap-pages.xml`)).text()).not.toContain("/list");
});
