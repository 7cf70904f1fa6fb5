import { requireAccountOfEditor } from "#app/middleware/desk.ts";
import type { Route } from "./+types/calls";
import { respondToRead, respondToWrite } from "./gitea-calls.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccountOfEditor];

export const loader = (args: Route.LoaderArgs) => respondToRead(args);

export const action = (args: Route.ActionArgs) => respondToWrite(args);
