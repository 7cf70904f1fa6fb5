import { api } from "./api.ts";
import { canonicalPath } from "./canonical-path.ts";
import { language } from "./language.ts";
import { messages } from "./messages.ts";
import { namedMiddleware } from "./named.ts";
import { responseHeaders } from "./response-headers.ts";
import { sameOrigin } from "./same-origin.ts";
import { writable } from "./writable.ts";

/** The middleware that routes name. */
export const routeMiddleware = namedMiddleware({
  "response-headers": responseHeaders,
  "canonical-path": canonicalPath,
  language,
  "same-origin": sameOrigin,
  messages,
  writable,
  api,
});
