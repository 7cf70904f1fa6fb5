import type { Route } from "./+types/layout";
import { requireAccount } from "#app/middleware/desk.ts";

/** Routes below this one are only for accounts that are logged in. */
export const middleware: Route.MiddlewareFunction[] = [requireAccount];
