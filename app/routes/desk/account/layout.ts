import type { Route } from "./+types/layout";
import { requireAccount } from "#app/middleware/desk.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];
