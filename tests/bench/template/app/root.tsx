import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  Links,
  Meta,
  NavLink,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  type LoaderFunctionArgs,
} from "react-router";
import { callApi, type MenuItem } from "./api.ts";
import { getLocale, i18nextMiddleware } from "./i18next.ts";

export const middleware = [i18nextMiddleware];

let menu: Promise<{ rows: MenuItem[] }> | undefined;

export async function loader({ context }: LoaderFunctionArgs) {
  menu ??= callApi("/api/pc/menu/tree");
  return { locale: getLocale(context), menu: (await menu).rows };
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
  const { menu } = useLoaderData<typeof loader>();
  return (
    <>
      <nav>
        <Menu items={menu} />
      </nav>
      <Outlet />
      <footer>
        <Menu items={menu} />
      </footer>
    </>
  );
}

function Menu({ items }: { items: MenuItem[] }) {
  return (
    <ul>
      {items.map(({ id, title, path, children = [] }) => (
        <li key={id}>
          {path ? <NavLink to={path}>{title}</NavLink> : title}
          {children.length > 0 && <Menu items={children} />}
        </li>
      ))}
    </ul>
  );
}
