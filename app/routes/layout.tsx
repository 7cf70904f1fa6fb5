import { Outlet, useLocation } from "react-router";
import type { Route } from "./+types/layout";
import { SiteFrame } from "../components/layout/site-frame.tsx";
import { Arrival } from "../components/motion/fade-up.tsx";
import { SharedElement } from "../components/motion/shared-element.tsx";
import { api } from "../middleware/api.ts";
import { backendDrafts } from "../middleware/backend-drafts.ts";
import { contentFiles } from "../middleware/content-files.ts";
import { respondToApiPosts } from "../middleware/embedded-api-posts.ts";
import { language } from "../middleware/language.ts";
import { loginGate } from "../middleware/login-gate.ts";
import { redirects } from "../middleware/redirects.ts";
import { sameOrigin } from "../middleware/same-origin.ts";
import { resolveVisitor } from "../middleware/visitor.ts";

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
