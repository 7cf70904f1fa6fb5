import i18next, { type BackendModule } from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { replaceBrokenPictures } from "./components/document/broken-pictures.ts";
import { createRootOptions, StartMarker } from "./components/document/failed-scripts.ts";
import { readMessages } from "./components/document/further-messages.ts";
import { readMessagesInPage } from "./components/document/messages-in-page.tsx";
import { loadDestination, watchForNewBuild } from "./components/document/new-build.ts";
import { startSavingDrafts } from "./components/forms/draft.ts";
import { readRequestIdInPage, RequestIdContext } from "./components/layout/error-page.tsx";
import { watchGoingBack } from "./components/ui/going-back.ts";
import { showToast } from "./components/ui/toaster.tsx";
import { i18nextOptions } from "./i18n/messages.ts";

async function main() {
  // The start script sets this attribute. It is read before hydration, because React removes it if the page fails.
  const build = document.documentElement.dataset["build"] ?? "";
  watchForNewBuild(build, showUnreachable);
  replaceBrokenPictures();
  watchGoingBack();
  addEventListener("offline", () => showToast("warning", i18next.t("noConnection.offline")));
  const language = document.documentElement.lang;
  const messages = readMessagesInPage();
  // Loads the page from the server if messages can't be loaded, because that page contains them.
  i18next.on("failedLoading", (lng: string, namespace: string, error: unknown) => {
    console.error(`messages ${namespace} (${lng}) could not be loaded`, error);
    void loadDestination(showUnreachable);
  });
  await i18next
    .use(initReactI18next)
    .use({ type: "backend", callbackApi: false, init() {}, read: readMessages } satisfies BackendModule)
    .init({
      ...i18nextOptions,
      lng: language,
      ns: Object.keys(messages),
      resources: { [language]: messages },
      partialBundledLanguages: true,
    });
  startSavingDrafts();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RequestIdContext value={readRequestIdInPage()}>
          <I18nextProvider i18n={i18next}>
            <HydratedRouter />
            <StartMarker />
          </I18nextProvider>
        </RequestIdContext>
      </StrictMode>,
      createRootOptions(build),
    );
  });
}

function showUnreachable(): void {
  showToast("error", i18next.t("noConnection.text"));
}

void main();
