import { data, type ActionFunctionArgs } from "react-router";
import { getCaller, getRequestId, getServices, getSignal, type Context } from "#app/http/request-context.ts";
import { redirectTo, rejectRequest } from "#app/http/responses.ts";
import { userStore } from "#app/http/user-store.ts";
import type { Locale } from "#app/i18n/locales.ts";
import { localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { FormProblem, FormResult } from "#app/services/api/contract/forms/form-results.ts";
import { getConfirmationPath, minFillTimeMs, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { limitMarks } from "#app/services/api/contract/normalise-unicode.ts";
import { waitForTurn } from "#app/services/runtime/turns.ts";
import { getCharset, parseUrlEncoded } from "#app/services/runtime/web/charset.ts";
import { readBody, requestLimits } from "#app/services/runtime/web/request-limits.ts";
import { readFormValues, readSubmission } from "#app/services/submissions/received/forms.ts";
import type { IncomingSubmission, ReceiveResult } from "#app/services/submissions/received/receive.ts";

/** @throws a 413 response for a form above `maxBytes`, and a 415 response for a form that can't be parsed */
export async function readForm(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  maxBytes: number = requestLimits.body,
) {
  const body = await readBody(request, maxBytes);
  if (body === undefined) throw rejectRequest(413, getRequestId(context));
  // Work after a wait for the body would count for no sender.
  await waitForTurn(getCaller(context).network, getSignal(context, request));
  try {
    const form = await parseForm(body, request.headers.get("Content-Type") ?? urlEncodedType);
    return new URLSearchParams(Array.from(form, ([name, value]) => [name, limitMarks(value)]));
  } catch {
    throw rejectRequest(415, getRequestId(context));
  }
}

const urlEncodedType = "application/x-www-form-urlencoded";

/**
 * Parses a form, including a program's multipart form.
 * @throws as `parseUrlEncoded` does, and TypeError for another content type
 */
async function parseForm(body: Buffer, type: string): Promise<URLSearchParams> {
  if (type.toLowerCase().startsWith(urlEncodedType)) return parseUrlEncoded(body.toString("latin1"), getCharset(type));
  const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  return new URLSearchParams(Array.from(form, ([name, value]) => [name, typeof value === "string" ? value : ""]));
}

/** Stores a form's submission before it redirects to the confirmation, so that a reload is safe. */
export async function receiveForm(
  kind: FormName,
  { request, url, context }: Pick<ActionFunctionArgs, "request" | "url" | "context">,
) {
  const { locale } = splitLocale(url.pathname);
  const form = await readForm({ request, context });
  const fields = readSubmission(kind, form, { locale });
  if ("errors" in fields) return data<FormResult>(fields, { status: 422 });
  const result = await sendSubmission(request, context, form, { kind, ...fields });
  if ("formProblem" in result)
    return data<FormResult>({ ...result.formProblem, values: readFormValues(kind, form) }, result.init);
  return redirectToConfirmation(kind, result.reference, locale);
}

export function redirectToConfirmation(kind: FormName, reference: string, locale: Locale, headers?: Headers): Response {
  return redirectTo(localizePath(`${getConfirmationPath(kind)}?reference=${reference}`, locale), {
    status: 303,
    headers,
  });
}

type Problem = { formProblem: FormProblem; init: { status: number; headers?: Record<string, string> } };

/** @param form includes the key and the fill time, which the script adds */
export async function sendSubmission(
  request: Request,
  context: Context,
  form: URLSearchParams,
  submission: Pick<IncomingSubmission, "kind" | "payload" | "contact">,
): Promise<{ reference: string } | Problem> {
  const elapsed = form.get("elapsed");
  if (elapsed && Number(elapsed) < minFillTimeMs) return { formProblem: { problem: "tooFast" }, init: { status: 422 } };
  const { log, receive } = getServices(context);
  try {
    const { address, requestId } = getCaller(context);
    const visitor = { token: userStore.get(request), address, requestId };
    const result = await receive({ ...submission, key: form.get("key"), ...visitor });
    return result.status === "received" ? { reference: result.reference } : toProblem(result);
  } catch (error) {
    log.error({ requestId: getRequestId(context), err: error }, "submission could not be stored");
    return { formProblem: { problem: "storage" }, init: { status: 503 } };
  }
}

function toProblem(result: Exclude<ReceiveResult, { status: "received" }>): Problem {
  switch (result.status) {
    case "conflict":
      return { formProblem: { problem: "changed", reference: result.reference }, init: { status: 409 } };
    case "refused":
      return { formProblem: { problem: "refused", message: result.message }, init: { status: 422 } };
    case "rateLimited": {
      const headers = { "Retry-After": String(result.retryAfterSeconds) };
      const count = Math.ceil(result.retryAfterSeconds / 60);
      return { formProblem: { problem: "limited", count }, init: { status: 429, headers } };
    }
  }
}
