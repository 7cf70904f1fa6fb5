import { isTracing, tracedMiddleware } from "../tracing.ts";
import { api } from "./api.ts";
import { embeddedPosts } from "./embedded-posts.ts";
import { language } from "./language.ts";
import { loginGate } from "./login-gate.ts";
import { i18nextMiddleware } from "./i18next.ts";
import { namedMiddleware } from "./named.ts";
import { preview } from "./preview.ts";
import { redirects } from "./redirects.ts";
import { responseHeaders } from "./response-headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { services } from "./services.ts";
import { visitor } from "./visitor.ts";
import { writable } from "./writable.ts";

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
  writable,
  api,
};

/** The middleware that routes name. Where nobody asks for its times it is called as it is. */
export const routeMiddleware = namedMiddleware(isTracing ? tracedMiddleware(registry) : registry);
