import { api } from "./api.ts";
import { canonicalPath } from "./canonical-path.ts";
import { embeddedPosts } from "./embedded-posts.ts";
import { language } from "./language.ts";
import { loginGate } from "./login-gate.ts";
import { messages } from "./messages.ts";
import { namedMiddleware } from "./named.ts";
import { preview } from "./preview.ts";
import { redirects } from "./redirects.ts";
import { responseHeaders } from "./response-headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { writable } from "./writable.ts";

/** The middleware that routes name. */
export const routeMiddleware = namedMiddleware({
  "response-headers": responseHeaders,
  redirects,
  "canonical-path": canonicalPath,
  language,
  "same-origin": sameOrigin,
  "login-gate": loginGate,
  messages,
  "embedded-posts": embeddedPosts,
  preview,
  writable,
  api,
});
