import type { Route } from "./+types/files";
import { api } from "../middleware/api.ts";
import { respondToApiPosts } from "../middleware/embedded-api-posts.ts";
import { redirects } from "../middleware/redirects.ts";

/** Middleware of files and endpoints. Their responses don't depend on the visitor. */
export const middleware: Route.MiddlewareFunction[] = [redirects, respondToApiPosts, api];
