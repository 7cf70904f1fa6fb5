import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { ErrorPage } from "#app/components/layout/error-page.tsx";
import { SiteFrame } from "#app/components/layout/site-frame.tsx";
import type { Handle } from "#app/handle.ts";
import { deskContext } from "#app/http/desk-context.ts";
import { notFound } from "#app/http/responses.ts";
import { toSiteError } from "#app/http/site-error.ts";
import { api } from "#app/middleware/api.ts";
import { chooseLanguage, openDesk, refuseOtherOrigins } from "#app/middleware/desk.ts";
import type { Route } from "./+types/layout";
import { loadFrame } from "./frame/data.server.ts";
import styles from "./frame/desk.css?url";
import { Frame } from "./frame/frame.tsx";
import { DeskPage, useFrameData } from "./frame/page.tsx";

export const handle = { scripts: false } satisfies Handle;

/** Includes `api`, because the 404 page of a site without a desk calls the API. */
export const middleware: Route.MiddlewareFunction[] = [api, refuseOtherOrigins, chooseLanguage, openDesk];

export function loader(args: Route.LoaderArgs) {
  if (!args.context.get(deskContext)) throw notFound(args);
  return loadFrame(args);
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
  // If the frame's data are missing, the desk is disabled or has failed.
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

/** Separate from `ErrorBoundary`, which may also run in browsers, where the owner's texts are missing. */
function NotFound() {
  const { t } = useTranslation("owner");
  return <DeskPage title={t("desk.notFound")} />;
}
