import { api } from "#app/middleware/api.ts";
import { respondToApiPosts } from "#app/middleware/embedded-api-posts.ts";
import { redirects } from "#app/middleware/redirects.ts";
import type { Route } from "./+types/files";

/** Middleware of files and endpoints. Their responses don't depend on the visitor. */
export const middleware: Route.MiddlewareFunction[] = [redirects, respondToApiPosts, api];
