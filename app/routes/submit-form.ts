import isNetworkError from "is-network-error";
import { data } from "react-router";
import type { FieldName, FormProblem } from "../components/forms/form-parts.tsx";

/** A form that may not have reached the server, with what was typed. */
type UnconfirmedForm = FormProblem & {
  values: Record<FieldName, string>;
  /** Path to redirect to after a login. */
  redirect: string | undefined;
};

type ClientAction<ActionData> = { request: Request; serverAction: () => Promise<ActionData> };

/**
 * Runs the action of a form on the server, from a browser. If the browser doesn't reach the server, the form is returned
 * as the server would return it. Because of its status, the loaders aren't called.
 */
export async function submitForm<ActionData>({ request, serverAction }: ClientAction<ActionData>) {
  const form = new URLSearchParams(await request.clone().text());
  try {
    return await serverAction();
  } catch (error) {
    if (!isNetworkError(error)) throw error;
    const values = Object.fromEntries(form) as UnconfirmedForm["values"];
    const redirect = form.get("redirect") ?? undefined;
    return data<UnconfirmedForm>({ problem: "unconfirmed", values, redirect }, { status: 503 });
  }
}
