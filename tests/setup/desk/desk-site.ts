import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { RunningSite } from "#tests/setup/site/running-site.ts";
import { createSiteFolder } from "#tests/setup/site/site-folder.ts";
import { logInToDesk } from "./desk-login.ts";
import { fetchAtDesk, postAtDesk, type Fields } from "./fetch-at-desk.ts";

/**
 * Starts a site with a desk and a content folder of its own, for all tests of a file, and logs in. Must be called at
 * the top of the file.
 * @param edit changes the content, which is then published
 */
export function setUpDeskSite(account: string, edit?: (content: string) => void) {
  const { folder, content, publish, start, dispose } = createSiteFolder();
  const DATA_DIR = join(folder, "data");
  let site: RunningSite;
  let Cookie: string;
  beforeAll(async () => {
    edit?.(content);
    if (edit) publish({ DATA_DIR });
    site = await start({ DATA_DIR, DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
    Cookie = await logInToDesk(site, account);
  });
  afterAll(async () => {
    await site.stop();
    dispose();
  });

  const getHeaders = () => ({ Cookie, "Sec-Fetch-Site": "same-origin" });
  const open = (path: string) => fetchAtDesk(site.origin + path, { headers: getHeaders() });
  const submit = (path: string, fields: Fields = {}) => postAtDesk(site, fields, getHeaders(), path);
  return {
    content,
    DATA_DIR,
    get site() {
      return site;
    },
    get Cookie() {
      return Cookie;
    },
    getHeaders,
    /** Opens a page of the desk. */
    open,
    read: async (path: string) => (await open(path)).text(),
    /** Sends a form of the desk. */
    submit,
    publish: () => submit("/desk/publish", { intent: "publish" }),
    /** Opens a page as a visitor. */
    visit: (path: string) => fetch(site.origin + path, { redirect: "manual" }),
    readAsVisitor: async (path: string) => (await fetch(site.origin + path)).text(),
  };
}
