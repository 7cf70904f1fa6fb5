import { useContext, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  href,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { Route } from "./+types/root";
import { loadFurtherMessages } from "./components/document/further-messages.ts";
import { MessagesInPage } from "./components/document/messages-in-page.tsx";
import { FocusTitle, PageLinks, ProgressLine } from "./components/document/navigation.tsx";
import { loadNewBuild } from "./components/document/new-build.ts";
import { SavedSettings } from "./components/document/saved-settings.tsx";
import { ScriptsContext } from "./components/document/scripts-context.ts";
import { HeadIcons, ThemeStyles } from "./components/document/site-identity.tsx";
import { WebVitals } from "./components/document/web-vitals.tsx";
import { ErrorPage, NoConnectionPage } from "./components/layout/error-page.tsx";
import { SiteFrame } from "./components/layout/site-frame.tsx";
import { useLocale } from "./components/ui/page-data.ts";
import { Toaster } from "./components/ui/toaster.tsx";
import { isConnectionLost, toSiteError } from "./http/site-error.ts";
import { i18nextMiddleware } from "./i18n/i18next.server.ts";
import { locales } from "./i18n/locales.ts";
import { splitLocale } from "./i18n/urls.ts";
import { loadRoot } from "./loaders/site.server.ts";
import { responseHeaders } from "./middleware/response-headers.ts";
import { services } from "./middleware/services.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";

/** Middleware of all responses. Layouts below add their own. */
export const middleware: Route.MiddlewareFunction[] = [services, responseHeaders, i18nextMiddleware];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [loadNewBuild, loadFurtherMessages];

export function loader({ context }: Route.LoaderArgs) {
  return loadRoot(context);
}

/** Revalidates shared data only after a change of language, or after the login form succeeded. */
export function shouldRevalidate({ currentUrl, nextUrl, formAction, actionStatus }: ShouldRevalidateFunctionArgs) {
  const hasFailed = actionStatus !== undefined && actionStatus >= 400;
  if (formAction && splitLocale(formAction).path === href("/login")) return !hasFailed;
  return splitLocale(currentUrl.pathname).locale !== splitLocale(nextUrl.pathname).locale;
}

/** Renders the document, around the layouts' frames. */
export function Layout({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const hasScripts = useContext(ScriptsContext);
  return (
    <SavedSettings>
      <html lang={locales[locale].language} itemScope itemType="https://schema.org/WebPage">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="format-detection" content="telephone=no" />
          {/* The base target lets pages opened from the editor leave its frame. */}
          {hasScripts ? <HeadIcons /> : <base target="_top" />}
          <Meta />
          <Links />
          <ThemeStyles />
        </head>
        <body>{hasScripts ? <SitePage>{children}</SitePage> : children}</body>
      </html>
    </SavedSettings>
  );
}

function SitePage({ children }: { children: ReactNode }) {
  return (
    <>
      <ProgressLine />
      <PageLinks />
      <FocusTitle />
      {children}
      <Toaster />
      <MessagesInPage />
      <WebVitals />
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

export default function App() {
  const { i18n } = useTranslation();
  const { language } = locales[useLocale()];
  // Only the login changes the language without loading a document: it may redirect to another language.
  useEffect(() => {
    if (i18n.language !== language) void i18n.changeLanguage(language);
  }, [i18n, language]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  return (
    <SiteFrame>
      {isConnectionLost(error) ? <NoConnectionPage /> : <ErrorPage {...toSiteError(error, pathname)} />}
    </SiteFrame>
  );
}
