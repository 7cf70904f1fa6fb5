import { routeMiddleware } from "../middleware/registry.ts";

/** Middleware of all pages. Resource routes are outside this layout. */
export const middleware = routeMiddleware("same-origin", "language", "login-gate");
