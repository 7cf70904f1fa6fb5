import { useEffect, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { Route } from "./+types/root";
import { ErrorPage } from "./components/layout/error-page.tsx";
import { MessagesInPage } from "./components/layout/messages-in-page.tsx";
import { SiteFrame } from "./components/layout/site-frame.tsx";
import { useSharedData, type SharedData, type SharedSettings } from "./components/layout/shared-data.ts";
import { PageContext, type PageContextValue } from "./components/ui/page-context.ts";
import { useLocale } from "./components/ui/use-locale.ts";
import type { Advert } from "./contract/entities.ts";
import { iconPath, iconSizes, themeColors } from "./contract/pictures.ts";
import { locales } from "./i18n/locales.ts";
import { commonNamespace, type Namespace } from "./i18n/messages.ts";
import { localizePath, splitLocale } from "./i18n/urls.ts";
import { toSiteError } from "./routes/site-error.ts";
import { apiOf } from "./routes/middleware/api.ts";
import { getInstance } from "./routes/middleware/i18next.ts";
import { routeMiddleware } from "./routes/middleware/registry.ts";
import { visitorIn } from "./routes/middleware/visitor.ts";
import { servicesOf } from "./routes/services-context.ts";
import "./styles/tokens.css";
import "./styles/base.css";

export const middleware = routeMiddleware(
  "services",
  "response-headers",
  "redirects",
  "i18next",
  "embedded-posts",
  "writable",
  "visitor",
  "preview",
  "api",
);

/** Adverts, settings and menu. What can't be had is left out: the page shows what it has. */
export async function loader({ context }: Route.LoaderArgs): Promise<SharedData> {
  const { site, optional } = apiOf(context);
  const parts = [optional(site.adverts()), optional(site.settings()), optional(site.menu())] as const;
  const [adverts = noAdverts, settings, menu = null] = await Promise.all(parts);
  const { environment } = servicesOf(context);
  const given = settings ? sharedSettings(settings) : null;
  return {
    adverts,
    settings: given,
    siteName: given?.siteName ?? getInstance(context).t("site.fallbackName"),
    menu,
    origin: environment.SITE_URL,
    guardedRoutes: environment.GUARDED_ROUTES,
    isLoggedIn: visitorIn(context).token !== undefined,
  };
}

type AllSettings = Awaited<ReturnType<ReturnType<typeof apiOf>["site"]["settings"]>>;

/** Settings without what only one page shows; none where the API gives an empty one. */
function sharedSettings({
  about: _about,
  milestones: _milestones,
  map: _map,
  kinds,
  ...others
}: AllSettings): SharedSettings | null {
  const shared = { ...others, kinds: kinds.map(({ kind, title }) => ({ kind, title })) };
  const isEmpty = Object.values(shared).every(
    (value) => value === undefined || (Array.isArray(value) && !value.length),
  );
  return isEmpty ? null : shared;
}

/** Loaded at start, on a change of language and on login and logout, not on navigation within one. */
export function shouldRevalidate({ currentUrl, nextUrl, formAction }: ShouldRevalidateFunctionArgs) {
  if (formAction && splitLocale(formAction).path === "/login") return true;
  return splitLocale(currentUrl.pathname).locale !== splitLocale(nextUrl.pathname).locale;
}

export function Layout({ children }: { children: ReactNode }) {
  const page = useCurrentPage();
  const { locale } = page;
  return (
    <html lang={locales[locale].language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content={themeColors.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/logo.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href={iconPath(iconSizes[0])} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/rss+xml" href={localizePath("/rss.xml", locale)} />
        <Meta />
        <Links />
      </head>
      <body>
        <PageContext value={page}>
          <SiteFrame>{children}</SiteFrame>
          <MessagesInPage namespaces={useNamespaces()} />
        </PageContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function useCurrentPage(): PageContextValue {
  const { pathname } = useLocation();
  const { isLoggedIn = false, guardedRoutes = noRoutes } = useSharedData() ?? {};
  return useMemo(
    () => ({ locale: splitLocale(pathname).locale, pathname, isLoggedIn, guardedRoutes }),
    [pathname, isLoggedIn, guardedRoutes],
  );
}

const noRoutes: readonly string[] = [];
const noAdverts: Advert[] = [];

/** Namespaces that the matched routes name in `handle.messages`, and the one that every page needs. */
function useNamespaces(): Namespace[] {
  const named = useMatches().flatMap(
    (match) => (match?.handle as { messages?: Namespace[] } | undefined)?.messages ?? [],
  );
  return [...new Set<Namespace>([commonNamespace, ...named])];
}

export default function App() {
  const { i18n } = useTranslation();
  const { language } = locales[useLocale()];
  // A navigation has led to a page in another language.
  useEffect(() => {
    if (i18n.language !== language) void i18n.changeLanguage(language);
  }, [i18n, language]);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  const { statusCode, statusMessage, message, requestId } = toSiteError(error, pathname);
  return (
    <ErrorPage
      status={statusCode}
      statusMessage={statusMessage}
      message={statusCode === 404 ? message : undefined}
      requestId={requestId}
    />
  );
}
