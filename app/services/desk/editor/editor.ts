import CMS from "@sveltia/cms";
import type { ReactElement } from "react";
import { locales } from "#app/i18n/locales.ts";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import { contentKinds } from "#app/services/api/contract/kinds.ts";

declare global {
  /** React's `createElement`, which the editor provides for templates. */
  var h: (type: string, properties: object, ...children: unknown[]) => ReactElement;
}

/** Finds a notice in the page around the editor. */
const getNotice = (id: "saved" | "merged" | "other-tab") => window.parent.document.getElementById(id);

const showNotice = (id: Parameters<typeof getNotice>[0], isShown = true) =>
  void getNotice(id)?.toggleAttribute("hidden", !isShown);

// `fetch` is wrapped, because the editor displays browsers' English error messages, and doesn't report a merge.
const send = window.fetch;
window.fetch = async (...request) => {
  const response = await send(...request).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  const isJson = response?.headers.get("Content-Type")?.includes("json");
  // During a restart, a proxy responds with a page of its own.
  if (!response || (response.status >= 502 && !isJson)) throw new Error(document.body.dataset["unreachable"]);
  if (response.headers.has("Desk-Merged")) {
    const form = new URLSearchParams({ form: location.hash.replace("#/collections/", "") });
    getNotice("merged")?.querySelector("a")?.setAttribute("href", `/desk/content?${form}`);
    showNotice("merged");
  }
  return response;
};

// Starts the editor, which finds its configuration by a link in the page. The editor's logout button opens this page
// with `?logout`, which then navigates the whole window. A link from elsewhere opens no frame, so it logs nobody out.
if (location.search === "?logout" && window.frameElement) window.top!.location.href = "/desk/logout";
else void CMS.init();

/** Document of the pane next to the form. */
let pane: Document | undefined;

// A frame next to an item's form displays the item's page as if the draft were published.
for (const kind of contentKinds) {
  CMS.registerPreviewTemplate(kind, ({ entry, document }) => {
    pane = document;
    const { slug, newRecord } = entry.toJS() as { slug?: string; newRecord?: boolean };
    if (!slug || newRecord) return h("p", {}, "…");
    // The URL must be absolute, because the pane's own URL isn't one of the site.
    const getAddress = (code: keyof typeof locales) =>
      `${location.origin}/desk/preview/draft${localizePath(getContentPath(kind, slug), code)}`;
    const createLink = (key: string, href: string, target: string, label: string | undefined) =>
      h("a", { key, href, target, style: { marginInlineEnd: "1em" } }, label);
    const codes = Object.keys(locales) as (keyof typeof locales)[];
    const links = codes.map((code) => createLink(code, getAddress(code), "page", locales[code].label));
    // The labels are in the editor's page, in the desk's language.
    const { history, address } = window.document.body.dataset;
    const part = new URLSearchParams({ part: `${kind}/${slug}` });
    const pages = Object.entries({ history, address }).map(([name, label]) =>
      createLink(name, `/desk/${name}?${part}`, "_blank", label),
    );
    const style = { border: "0", inlineSize: "100%", blockSize: "calc(100vh - 4em)" };
    return h("div", {}, h("p", {}, links, pages), h("iframe", { name: "page", src: getAddress(codes[0]!), style }));
  });
}

/** Whether this tab is the newest. Tabs share loaded data, so an older one would overwrite a newer one's edits. */
let isNewestTab = true;
// Only the editor's tab has a frame; the login's window loads this script as well.
if (window.frameElement) {
  navigator.locks
    ?.request("desk-editor", { steal: true }, () => new Promise(() => {}))
    .catch(() => {
      isNewestTab = false;
      showNotice("other-tab");
    });
}

CMS.registerEventListener({
  name: "preSave",
  handler() {
    // The editor reports the failure, and keeps the text.
    if (!isNewestTab) throw new Error("the editor was opened in another tab");
    showNotice("merged", false);
  },
});

CMS.registerEventListener({
  name: "postSave",
  handler() {
    pane?.querySelector("iframe")?.contentWindow?.location.reload();
    // The page around the editor reports that the edit isn't public yet.
    showNotice("saved");
  },
});

// The notice doesn't apply to the next form.
window.addEventListener("hashchange", () => {
  if (/\/(?:new|entries)\b/.test(location.hash)) showNotice("saved", false);
});
