import { href, redirect } from "react-router";
import { getPublishing } from "#app/http/desk-context.ts";
import type { Route } from "./+types/sign-in";

/**
 * Imitates a Git host's OAuth sign-in for the editor. The code and the token are dummies: only the desk's session
 * cookie authorises requests.
 */
export function loader({ url, context }: Route.LoaderArgs): Response {
  getPublishing(context);
  const state = url.searchParams.get("state") ?? "";
  return redirect(`${href("/desk/content/editor")}?${new URLSearchParams({ code: "desk", state })}`, 303);
}

export function action({ context }: Route.ActionArgs): Response {
  getPublishing(context);
  return Response.json({ access_token: "session", token_type: "bearer" });
}
