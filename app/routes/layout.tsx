import { Outlet, useLocation } from "react-router";
import type { Route } from "./+types/layout";
import { SiteFrame } from "../components/layout/site-frame.tsx";
import { Arrival } from "../components/motion/fade-up.tsx";
import { SharedElement } from "../components/motion/shared-element.tsx";
import { language } from "../middleware/language.ts";
import { loginGate } from "../middleware/login-gate.ts";
import { sameOrigin } from "../middleware/same-origin.ts";

/** Middleware of all pages. Files and endpoints for programs are outside this layout. */
export const middleware: Route.MiddlewareFunction[] = [sameOrigin, language, loginGate];

/** The site's layout. Pages of the same route, such as two products, share no state; only another page fades in. */
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
