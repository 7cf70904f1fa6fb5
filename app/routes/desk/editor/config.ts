import { href } from "react-router";
import type { Route } from "./+types/config";
import { getDesk, getPublishing } from "../../../http/desk-context.ts";
import { getOrigin, getServices } from "../../../http/request-context.ts";

/** The editor's forms, made from the collections of the content. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  getPublishing(context);
  const { environment } = getServices(context);
  const origin = getOrigin(context, url);
  // A start needn't load the code of the editor.
  const [{ createCmsConfig }, { repositoryName }] = await Promise.all([
    import("../../../services/desk/cms-config.ts"),
    import("./gitea-calls.server.ts"),
  ]);
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
  return Response.json(await createCmsConfig(environment.CONTENT_DIR, getDesk(context).owner, backend));
}
