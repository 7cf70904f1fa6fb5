import type { Route } from "./+types/layout";
import { requireAccount } from "#app/middleware/desk.ts";

/** Requires a login for the routes below. */
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
