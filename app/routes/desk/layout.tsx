import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import type { Route } from "./+types/layout";
import { ErrorPage } from "../../components/layout/error-page.tsx";
import { SiteFrame } from "../../components/layout/site-frame.tsx";
import type { Handle } from "../../handle.ts";
import { deskContext } from "../../http/desk-context.ts";
import { notFound } from "../../http/responses.ts";
import { toSiteError } from "../../http/site-error.ts";
import { api } from "../../middleware/api.ts";
import { chooseLanguage, openDesk, refuseOtherOrigins } from "../../middleware/desk.ts";
import { loadFrame } from "./data.server.ts";
import { Frame } from "./frame.tsx";
import { DeskPage, useFrameData } from "./page.tsx";
import styles from "./desk.css?url";

export const handle = { scripts: false } satisfies Handle;

/** Without a desk the page of an unknown address is shown, which calls the API. */
export const middleware: Route.MiddlewareFunction[] = [api, refuseOtherOrigins, chooseLanguage, openDesk];

export function loader(args: Route.LoaderArgs) {
  if (!args.context.get(deskContext)) throw notFound(args);
  return loadFrame(args.url.searchParams, args.context);
}

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "data:," },
];

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export default function DeskLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  const { statusCode, ...siteError } = toSiteError(error, pathname);
  // Without data there is no desk, or it can't be had.
  if (!useFrameData() || statusCode !== 404) {
    return (
      <SiteFrame>
        <ErrorPage statusCode={statusCode} {...siteError} />
      </SiteFrame>
    );
  }
  return (
    <Frame>
      <NotFound />
    </Frame>
  );
}

/** Reads the texts of the owner, which the scripts of the page above do not have. */
function NotFound() {
  const { t } = useTranslation("owner");
  return <DeskPage title={t("desk.notFound")} />;
}
