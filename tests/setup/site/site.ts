import { afterAll, beforeAll } from "vitest";
import type { Transport } from "#app/services/api/client.ts";
import { createEmbeddedApi } from "#app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { startSite, type RunningSite } from "./running-site.ts";
import { createSiteFolder } from "./site-folder.ts";

type Variables = Record<string, string>;

/** A site whose address is known once the tests run. */
export type TestSite = Pick<RunningSite, "origin" | "output" | "signal"> & {
  DATA_DIR: string;
  /** Requests a path without following redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  getText(path: string): Promise<string>;
  post(path: string, fields: Record<string, string> | [string, string][], cookie?: string): Promise<Response>;
};

/**
 * Starts a site with a data folder of its own for the tests of a file or of a `describe`, and stops it after them.
 * @param variables a function if they are known only when the tests run
 * @param edit changes a copy of the tests' content, which is then published
 */
export function setUpSite(
  variables: Variables | (() => Variables) = {},
  edit?: (content: string) => unknown,
  folder?: string,
): TestSite {
  const DATA_DIR = setUpTestFolder();
  let site: RunningSite;
  let disposeFolder = () => {};
  beforeAll(async () => {
    const allVariables = { DATA_DIR, ...(typeof variables === "function" ? variables() : variables) };
    if (!edit) return void (site = await startSite(allVariables, folder));
    const siteFolder = createSiteFolder();
    disposeFolder = siteFolder.dispose;
    await edit(siteFolder.content);
    siteFolder.publish(allVariables);
    site = await siteFolder.start(allVariables);
  });
  afterAll(async () => {
    await site.stop();
    disposeFolder();
  });
  const get: TestSite["get"] = (path, headers = {}) => fetch(site.origin + path, { headers, redirect: "manual" });
  return {
    DATA_DIR,
    get origin() {
      return site.origin;
    },
    output: () => site.output(),
    signal: (signal) => site.signal(signal),
    get,
    getText: async (path) => (await get(path)).text(),
    post: (path, fields, cookie) =>
      fetch(site.origin + path, {
        ...{ method: "POST", redirect: "manual", body: new URLSearchParams(fields) },
        ...(cookie && { headers: { Cookie: cookie } }),
      }),
  };
}

/**
 * Starts an owner's backend with the tests' content for the tests of a file or of a `describe`, and stops it after
 * them. `responders` maps a path to the handler that replaces the backend's response; `*` stands for all other paths.
 */
export async function setUpBackend() {
  const content = await compileTestContent();
  const api = createEmbeddedApi(content.index);
  const responders = new Map<string, Transport>();
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend((request) => {
      const respond = responders.get(new URL(request.url).pathname) ?? responders.get("*") ?? api;
      return respond(request);
    });
  });
  afterAll(async () => {
    await backend.stop();
    content.dispose();
  });
  return {
    api,
    responders,
    get origin() {
      return backend.origin;
    },
    get requests() {
      return backend.requests;
    },
    onClose: (listener: (path: string) => unknown) => backend.onClose(listener),
  };
}

/** Returns the `Cookie` header that a browser sends after a response. */
export const getCookies = (response: Pick<Response, "headers">) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0]!)
    .join("; ");
