import { isTracing, traceMiddleware } from "../http/tracing.ts";
import { api } from "./api.ts";
import { embeddedPosts } from "./embedded-posts.ts";
import { language } from "./language.ts";
import { loginGate } from "./login-gate.ts";
import { i18nextMiddleware } from "./i18next.ts";
import { createMiddlewareLookup } from "./named.ts";
import { preview } from "./preview.ts";
import { redirects } from "./redirects.ts";
import { responseHeaders } from "./response-headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { services } from "./services.ts";
import { visitor } from "./visitor.ts";
import { rejectUnexpectedPosts } from "./reject-unexpected-posts.ts";

const registry = {
  services,
  "response-headers": responseHeaders,
  redirects,
  language,
  "same-origin": sameOrigin,
  "login-gate": loginGate,
  i18next: i18nextMiddleware,
  "embedded-posts": embeddedPosts,
  visitor,
  preview,
  "reject-unexpected-posts": rejectUnexpectedPosts,
  api,
};

/** Middleware by name, with tracing if it is enabled. */
export const routeMiddleware = createMiddlewareLookup(isTracing ? traceMiddleware(registry) : registry);
