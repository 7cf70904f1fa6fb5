import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { z } from "zod";
import { createDeskCookie, deskCookies, getDeskVisit, readDeskCookie, readDeskTokens } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { getCaller, getRequestId, getServices, type Context } from "#app/http/request-context.ts";
import { rejectRequest } from "#app/http/responses.ts";
import { openSession } from "#app/routes/desk/account/session.server.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import type { LoginProblem } from "#app/services/desk/logins/desk-logins.ts";
import { codeLifetimeSeconds } from "#app/services/submissions/login/login-codes.ts";

const formSchema = z.object({
  intent: z.enum(["code", "login"]).catch("login"),
  account: z.string().max(254).catch(""),
  code: z
    .string()
    .max(40)
    .catch("")
    .transform((text) => normaliseUnicode(text, "NFKC").replace(/\s/g, "").toUpperCase()),
  to: z.string().max(300).catch(""),
});

/** Values that the form renders again. */
type LoginResult = {
  account: string;
  to: string;
  /** Whether a code may have been sent. */
  isIssued: boolean;
  problem?: LoginProblem["problem"];
  /** Minutes to wait. */
  minutes?: number;
};

/** Maximum number of held fields. The largest form, which publishes parts, has about 400. */
const maxUnsentFields = 500;

/** Holds a form that was sent after the login had ended, so that it can be sent again. */
export async function holdForm(address: string, request: Request, context: Context) {
  const fields = [...(await readForm({ request, context }))];
  if (fields.length > maxUnsentFields) throw rejectRequest(413, getRequestId(context));
  return data({ unsent: { address, fields } }, { status: 401 });
}

/** Sends a login code, or logs in with one. */
export async function submitLogin(request: Request, context: Context) {
  const form = await readForm({ request, context });
  const { intent, account, code, to } = formSchema.parse(Object.fromEntries(form));
  const { desk, ownerTexts } = getDeskVisit(context);
  const browser = readDeskCookie(request, deskCookies.browser) ?? randomUUID();
  const [, browserToken] = readDeskTokens(request);
  const client = { network: getCaller(context).network, browser, browserToken };
  const result =
    intent === "code" ? desk.requestCode(account, client, ownerTexts.locale) : await desk.logIn(account, code, client);
  if (result && "token" in result) return openSession(context, result, to);
  if (!result) {
    const { isSecure } = getServices(context);
    const headers = [createDeskCookie(deskCookies.browser, browser, codeLifetimeSeconds, isSecure)];
    return data<LoginResult>({ account, to, isIssued: true }, { headers });
  }
  const { problem } = result;
  desk.log.warn({ requestId: getRequestId(context), account, problem }, "desk: login refused");
  const refusal: LoginResult = { account, to, isIssued: intent === "login", problem };
  if (!("seconds" in result)) return data(refusal, { status: 422 });
  const minutes = Math.ceil(result.seconds / 60);
  return data({ ...refusal, minutes }, { status: 429, headers: { "Retry-After": String(minutes * 60) } });
}
