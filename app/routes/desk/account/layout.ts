import { requireAccount } from "#app/middleware/desk.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireAccount];
