import { Outlet, useLocation } from "react-router";
import { SiteFrame } from "#app/components/layout/site-frame.tsx";
import { Arrival } from "#app/components/motion/fade-up.tsx";
import { SharedElement } from "#app/components/motion/shared-element.tsx";
import { api } from "#app/middleware/api.ts";
import { backendDrafts } from "#app/middleware/backend-drafts.ts";
import { contentFiles } from "#app/middleware/content-files.ts";
import { respondToApiPosts } from "#app/middleware/embedded-api-posts.ts";
import { language } from "#app/middleware/language.ts";
import { loginGate } from "#app/middleware/login-gate.ts";
import { redirects } from "#app/middleware/redirects.ts";
import { sameOrigin } from "#app/middleware/same-origin.ts";
import { resolveVisitor } from "#app/middleware/visitor.ts";
import type { Route } from "./+types/layout";

/** Middleware of pages; other routes have their own. */
export const middleware: Route.MiddlewareFunction[] = [
  backendDrafts,
  redirects,
  respondToApiPosts,
  resolveVisitor,
  contentFiles,
  api,
  sameOrigin,
  language,
  loginGate,
];

/** Renders a page in the site's frame. Two pages of one route, such as two products, share no state. */
export default function SiteLayout() {
  const { pathname } = useLocation();
  return (
    <SiteFrame>
      <Arrival>
        <SharedElement key={pathname} name="page">
          <Outlet />
        </SharedElement>
      </Arrival>
    </SiteFrame>
  );
}
