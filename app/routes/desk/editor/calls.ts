import type { Route } from "./+types/calls";
import { requireAccountOfEditor } from "#app/middleware/desk.ts";
import { answerRead, answerWrite } from "./gitea-calls.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccountOfEditor];

export const loader = (args: Route.LoaderArgs) => answerRead(args);

export const action = (args: Route.ActionArgs) => answerWrite(args);
