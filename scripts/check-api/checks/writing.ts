import { randomUUID } from "node:crypto";
import type { EndpointKey, WriteKey } from "../../../app/services/api/contract/endpoints.ts";
import type { Locale } from "../../../app/i18n/locales.ts";
import { isRetryable } from "../../../app/services/api/errors.ts";
import { formatExcerpt } from "../../openapi/fitting.ts";
import type { ProbeResult } from "../probe.ts";
import type { Tester } from "../tester.ts";

/** Bodies that no backend should accept: names and contacts are missing, the account and the code are invalid. */
const createInvalidBody: Record<WriteKey, (locale: Locale) => object> = {
  "guestbook.create": (locale) => ({ name: "", contact: "", content: "", locale }),
  "quotation.create": (locale) => ({ name: "", contact: "", items: "none", locale }),
  "auth.code": () => ({ account: "neither a number nor an address" }),
  "auth.login": () => ({ account: "nobody@example.invalid", code: "" }),
};

/** Sends an invalid body to every POST call. Nothing is created. */
export async function checkRefusals(tester: Tester, locale: Locale): Promise<void> {
  for (const [key, createBody] of Object.entries(createInvalidBody) as [WriteKey, (locale: Locale) => object][]) {
    const request = createBody(locale);
    reportRefusal(tester, key, locale, request, await tester.callBackend(key, locale, request));
  }
}

const refusalExample = `{"code":400,"message":"Please give a phone number or an e-mail address","data":null}`;

function reportRefusal(tester: Tester, key: WriteKey, locale: Locale, request: object, result: ProbeResult): void {
  const report = (level: "wrong" | "missing" | "tolerated", found: string, path = "code") =>
    tester.report(key, locale, { level, path, found, example: refusalExample, request });
  if (result.status === "broken") return;
  if (result.status === "data")
    return report("wrong", `success with ${formatExcerpt(result.data)} for something that can't be used`);
  const { code, message } = result;
  if (code === 404 || code === 405)
    return report("missing", `code ${code}, ${formatExcerpt(message)}: there is no such call`);
  if (code === 429) return report("tolerated", "code 429: not tried, since there were too many requests");
  if (isRetryable(code))
    return report("wrong", `code ${code} for something that can't be used: the site would try again for days`);
  const isLogin = key.startsWith("auth.");
  if (code === 401 && !isLogin) report("wrong", "code 401: visitors may write without having logged in");
}

const testText = "A test by check-api. Please delete it.";

/** Creates a message and a quotation request, each twice with the same key. */
export async function checkCreating(
  tester: Tester,
  locale: Locale,
  product: { id: string; title: string } | undefined,
) {
  const person = { name: "check-api (test)", contact: "check-api@example.com", locale };
  const items = product ? [{ id: product.id, title: product.title, quantity: 1 }] : [];
  await createTwice(tester, "guestbook.create", locale, { ...person, subject: "Test", content: testText });
  await createTwice(tester, "quotation.create", locale, { ...person, items, message: testText });
}

async function createTwice(
  tester: Tester,
  key: "guestbook.create" | "quotation.create",
  locale: Locale,
  request: object,
) {
  const idempotencyKey = randomUUID();
  const send = async () => {
    const result = await tester.callBackend(key, locale, request, { idempotencyKey });
    if (result.status === "data") return tester.parseData(key, locale, request, result.data)?.id;
    if (result.status === "refusal") reportRefused(tester, key, locale, request, result);
    return undefined;
  };
  const first = await send();
  if (first === undefined) return;
  const second = await send();
  if (second === undefined || second === first) return;
  const found = `${formatExcerpt(second)} at the second try with one Idempotency-Key, ${formatExcerpt(first)} at the first`;
  tester.report(key, locale, { level: "wrong", path: "data.id", found, example: formatExcerpt(first), request });
}

function reportRefused(
  tester: Tester,
  key: EndpointKey,
  locale: Locale,
  request: object,
  { code, message }: { code: number; message?: string },
) {
  const found = `code ${code}, ${formatExcerpt(message)}`;
  const example = `{"code":200,"message":"ok","data":{"id":"G-1024"}}`;
  tester.report(key, locale, { level: code === 429 ? "tolerated" : "wrong", path: "code", found, example, request });
}

/** Checks an invalid token: the backend must respond with 401, or with public content. */
export async function checkToken(tester: Tester, locale: Locale): Promise<void> {
  const result = await tester.callBackend("setting.list", locale, {}, { token: "not-a-token" });
  if (result.status !== "refusal" || result.code === 401) return;
  const example = `{"code":401,"message":"Please log in","data":null}`;
  const found = `code ${result.code} for an invalid token`;
  tester.report("setting.list", locale, { level: "wrong", path: "code", found, example });
}
