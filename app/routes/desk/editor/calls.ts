import type { Route } from "./+types/calls";
import { requireAccountOfEditor } from "../../../middleware/desk.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAccountOfEditor];

// A start needn't load the code of the editor.
export const loader = async (args: Route.LoaderArgs) => (await import("./gitea-calls.server.ts")).answerRead(args);

export const action = async (args: Route.ActionArgs) => (await import("./gitea-calls.server.ts")).answerWrite(args);
