import { data, isRouteErrorResponse } from "react-router";
import { isConnectionLost } from "#app/http/site-error.ts";
import type { LoginResult, QuotationResult } from "#app/services/api/contract/forms/form-results.ts";

type ClientActionArgs<ActionData> = { request: Request; serverAction: () => Promise<ActionData> };

/**
 * Calls the server's action. If the server can't be reached, returns the form's values as the server would, with a
 * status after which no loaders run.
 */
export async function callServerAction<ActionData>({ request, serverAction }: ClientActionArgs<ActionData>) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (!isConnectionLost(error) && !isFromProxy(error)) throw error;
    const quantities = form.getAll("quantity");
    return data<QuotationResult & LoginResult>(
      {
        problem: "unconfirmed",
        values: Object.fromEntries(form) as Record<string, string>,
        items: form.getAll("item").map((id, index) => ({ id: String(id), quantity: String(quantities[index] ?? "") })),
        redirect: (form.get("redirect") as string | null) ?? undefined,
        // Perhaps no code was requested, so the wait ends.
        codeWait: form.get("intent") === "code" ? 0 : undefined,
      },
      { status: 503 },
    );
  }
}

/** Whether a proxy responded, or the server before the action ran: only the action's errors have an object as data. */
function isFromProxy(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status >= 500 && typeof error.data === "string";
}
