import type { Route } from "./+types/layout";
import { language } from "../middleware/language.ts";
import { loginGate } from "../middleware/login-gate.ts";
import { sameOrigin } from "../middleware/same-origin.ts";

/** Middleware of all pages. Files and endpoints for programs are outside this layout. */
export const middleware: Route.MiddlewareFunction[] = [sameOrigin, language, loginGate];
