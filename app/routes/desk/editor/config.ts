import { href } from "react-router";
import { getContentDesk } from "#app/http/desk-context.ts";
import { getOrigin } from "#app/http/request-context.ts";
import { createCmsConfig } from "#app/services/desk/editor/cms-config.ts";
import type { Route } from "./+types/config";
import { repositoryName } from "./gitea-calls.server.ts";

/** Serves the editor's configuration, derived from the collections. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const { desk, ownerTexts } = getContentDesk(context);
  const origin = getOrigin(context, url);
  const backend = {
    name: "gitea",
    repo: repositoryName,
    branch: "main",
    app_id: "desk",
    base_url: origin,
    auth_endpoint: "desk/oauth/authorize",
    api_root: origin + href("/desk/api/v1/*", { "*": "" }).slice(0, -1),
    auth_methods: ["oauth"],
  };
  return Response.json(await createCmsConfig(desk.environment.CONTENT_DIR, ownerTexts, backend));
}
