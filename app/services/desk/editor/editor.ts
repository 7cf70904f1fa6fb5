import CMS from "@sveltia/cms";
import type { ReactElement } from "react";
import { contentKinds } from "#app/services/api/contract/kinds.ts";
import { locales } from "#app/i18n/locales.ts";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";

declare global {
  /** React's `createElement`, which the editor provides for templates. */
  var h: (type: string, properties: object, ...children: unknown[]) => ReactElement;
}

/** The page around the editor has the notices. */
const getNotice = (id: "saved" | "merged" | "other-tab") => window.parent.document.getElementById(id);

const showNotice = (id: Parameters<typeof getNotice>[0], isShown = true) =>
  void getNotice(id)?.toggleAttribute("hidden", !isShown);

// The editor shows the messages of errors, which browsers have in English alone. It doesn't show that a save was merged.
const send = window.fetch;
window.fetch = async (...request) => {
  const response = await send(...request).catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });
  const isJson = response?.headers.get("Content-Type")?.includes("json");
  // A proxy answers with a page of its own while the site restarts.
  if (!response || (response.status >= 502 && !isJson)) throw new Error(document.body.dataset["unreachable"]);
  if (response.headers.has("Desk-Merged")) {
    const form = new URLSearchParams({ form: location.hash.replace("#/collections/", "") });
    getNotice("merged")?.querySelector("a")?.setAttribute("href", `/desk/content?${form}`);
    showNotice("merged");
  }
  return response;
};

// The entry of the editor's own build: it finds its configuration by the link in the page. Its button for logging out leads here, too,
// so that the whole window leaves, not only the frame. A link from elsewhere opens no frame of the desk, and logs nobody out.
if (location.search === "?logout" && window.frameElement) window.top!.location.href = "/desk/logout";
else void CMS.init();

/** The document of the pane beside the form. */
let pane: Document | undefined;

// Beside the form of an item is its page in a frame, as it would be if the draft were published.
for (const kind of contentKinds) {
  CMS.registerPreviewTemplate(kind, ({ entry, document }) => {
    pane = document;
    const { slug, newRecord } = entry.toJS() as { slug?: string; newRecord?: boolean };
    if (!slug || newRecord) return h("p", {}, "…");
    // The pane isn't below the address of the site.
    const getAddress = (code: keyof typeof locales) =>
      `${location.origin}/desk/preview/draft${localizePath(getContentPath(kind, slug), code)}`;
    const [first, ...others] = Object.keys(locales) as (keyof typeof locales)[];
    const links = [first!, ...others].map((code) =>
      h(
        "a",
        { key: code, href: getAddress(code), target: "page", style: { marginInlineEnd: "1em" } },
        locales[code].label,
      ),
    );
    // The page of the editor has the words, in the reader's language.
    const { history, address } = window.document.body.dataset;
    const part = new URLSearchParams({ part: `${kind}/${slug}` });
    const pages = Object.entries({ history, address }).map(([name, label]) =>
      h("a", { key: name, href: `/desk/${name}?${part}`, target: "_blank", style: { marginInlineEnd: "1em" } }, label),
    );
    const style = { border: "0", inlineSize: "100%", blockSize: "calc(100vh - 4em)" };
    return h("div", {}, h("p", {}, links, pages), h("iframe", { name: "page", src: getAddress(first!), style }));
  });
}

/** Tabs share what the editor has loaded. An older one would overwrite without a question what a newer one has saved. */
let isNewestTab = true;
// The window of the login, which loads this, too, is in no frame.
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
    // The editor says that nothing was saved, and keeps the text.
    if (!isNewestTab) throw new Error("the editor was opened in another tab");
    showNotice("merged", false);
  },
});

CMS.registerEventListener({
  name: "postSave",
  handler() {
    pane?.querySelector("iframe")?.contentWindow?.location.reload();
    // The page around the editor says that visitors don't see it yet.
    showNotice("saved");
  },
});

// It isn't about the form that is opened next.
window.addEventListener("hashchange", () => {
  if (/\/(?:new|entries)\b/.test(location.hash)) showNotice("saved", false);
});
