import i18next from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { watchForNewBuild } from "./components/layout/new-build.ts";
import { replaceBrokenPictures } from "./components/ui/broken-pictures.ts";
import { requestIdInPage, RequestIdContext } from "./components/layout/request-id-context.ts";
import { fetchMessages } from "./i18n/load-messages.client.ts";
import { locales } from "./i18n/locales.ts";
import { commonNamespace } from "./i18n/messages.ts";
import { splitLocale } from "./i18n/urls.ts";

/** The namespaces that the server preloaded for this page. */
function preloadedNamespaces(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>("link[data-namespace]");
  return [...links].flatMap((link) => link.dataset["namespace"] ?? []);
}

async function start() {
  watchForNewBuild();
  replaceBrokenPictures();
  const { locale } = splitLocale(window.location.pathname);
  let hasFailed = false;
  i18next.on("failedLoading", () => (hasFailed = true));
  await i18next.use(fetchMessages).init({
    lng: locales[locale].language,
    ns: preloadedNamespaces(),
    defaultNS: commonNamespace,
    fallbackLng: false,
    // Otherwise `en` is asked for beside `en-US`, which is no row of the table.
    load: "currentOnly",
    interpolation: { escapeValue: false },
  });
  // Without its messages the page stays as the server sent it: everything works as it does without script.
  if (hasFailed) return;
  // The words of a further screen are missing: the server has them, so the screen is loaded from there.
  i18next.on("failedLoading", () => window.dispatchEvent(new Event("chunkgone")));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RequestIdContext value={requestIdInPage()}>
          <I18nextProvider i18n={i18next}>
            <HydratedRouter />
          </I18nextProvider>
        </RequestIdContext>
      </StrictMode>,
    );
  });
}

void start();
