import isNetworkError from "is-network-error";
import { data, isRouteErrorResponse } from "react-router";
import type { FieldName, FormProblem } from "../components/forms/form-parts.tsx";

/** A form that may not have reached the server, with what was typed. */
type UnconfirmedForm = FormProblem & {
  values: Record<FieldName, string>;
  /** Path to redirect to after a login. */
  redirect: string | undefined;
};

type ClientAction<ActionData> = { request: Request; serverAction: () => Promise<ActionData> };

/**
 * Runs the action of a form on the server, from a browser. If the browser or a proxy doesn't reach the server, the form is
 * returned as the server would return it. Because of its status, the loaders aren't called.
 */
export async function submitForm<ActionData>({ request, serverAction }: ClientAction<ActionData>) {
  const form = new URLSearchParams(await request.clone().text());
  try {
    return await serverAction();
  } catch (error) {
    if (!isNetworkError(error) && !isUnavailable(error)) throw error;
    const values = Object.fromEntries(form) as UnconfirmedForm["values"];
    const redirect = form.get("redirect") ?? undefined;
    return data<UnconfirmedForm>({ problem: "unconfirmed", values, redirect }, { status: 503 });
  }
}

/** Whether a proxy has responded because the server didn't, or the server because it is too busy. */
function isUnavailable(error: unknown): boolean {
  return isRouteErrorResponse(error) && [502, 503, 504].includes(error.status);
}
