import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Links, Meta, Outlet, Scripts, ScrollRestoration, type LoaderFunctionArgs } from "react-router";
import { getLocale, i18nextMiddleware } from "./i18next.ts";

export const middleware = [i18nextMiddleware];

export function loader({ context }: LoaderFunctionArgs) {
  return data({ locale: getLocale(context) });
}

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return (
    <html lang={i18n.language} dir={i18n.dir(i18n.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}
