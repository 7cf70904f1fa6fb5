import type { i18n } from "i18next";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { messagesInPage } from "./components/layout/messages-in-page.tsx";
import { watchForNewBuild } from "./components/layout/new-build.ts";
import { replaceBrokenPictures } from "./components/ui/broken-pictures.ts";
import { requestIdInPage, RequestIdContext } from "./components/layout/request-id-context.ts";
import { browserMessages } from "./i18n/browser-messages.ts";
import { locales } from "./i18n/locales.ts";
import { splitLocale } from "./i18n/urls.ts";

watchForNewBuild();
replaceBrokenPictures();

const { locale } = splitLocale(window.location.pathname);
const messages = browserMessages(locales[locale].language, messagesInPage());

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RequestIdContext value={requestIdInPage()}>
        <I18nextProvider i18n={messages as i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </RequestIdContext>
    </StrictMode>,
  );
});
