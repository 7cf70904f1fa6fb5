import type { Environment } from "#app/services/runtime/environment.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { createSignatureHeaders, type Secrets } from "#app/services/runtime/signature.ts";
import { readResult, type Destination } from "./delivery.ts";
import { createMailDestination, type Mailer } from "./mail.ts";
import { createOwner } from "../inbox/owner.ts";
import { withOwnerTitles, type FindTitle } from "./product-titles.ts";
import { createRobotDestination } from "./robots.ts";
import type { DestinationName } from "../database/tables.ts";

const timeoutMs = 10_000;

/** @throws EnvironmentError if the site doesn't have the owner's language */
export async function createOwnerDestinations(
  environment: Environment,
  mailer: Mailer | undefined,
  findTitle: FindTitle,
): Promise<Partial<Record<DestinationName, Destination>>> {
  const { MAIL_TO, WEBHOOK_URL, WEBHOOK_SECRET } = environment;
  const { WECOM_ROBOT_URL, DINGTALK_ROBOT_URL, DINGTALK_ROBOT_SECRET } = environment;
  const owner = await createOwner(environment);
  const withTitles = (destination: Destination) => withOwnerTitles(destination, owner, findTitle);
  return {
    ...(mailer && MAIL_TO && { mail: withTitles(createMailDestination(mailer, MAIL_TO, owner)) }),
    ...(WEBHOOK_URL && { webhook: createWebhookDestination(WEBHOOK_URL, WEBHOOK_SECRET) }),
    ...(WECOM_ROBOT_URL && { wecom: withTitles(createRobotDestination("wecom", WECOM_ROBOT_URL, owner)) }),
    ...(DINGTALK_ROBOT_URL && {
      dingtalk: withTitles(
        createRobotDestination("dingtalk", DINGTALK_ROBOT_URL, owner, { secret: DINGTALK_ROBOT_SECRET }),
      ),
    }),
  };
}

export function createWebhookDestination(url: string, secrets: Secrets | undefined): Destination {
  return async ({ id, reference, kind, createdAt, payload, idempotencyKey, requestId }) => {
    const body = JSON.stringify({ event: "submission.created", id, reference, kind, createdAt, payload });
    const request = new Request(url, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": idempotencyKey,
        "X-Request-Id": requestId,
        ...(secrets && createSignatureHeaders(body, secrets)),
      },
    });
    return readResult(await httpFetch(request, { signal: AbortSignal.timeout(timeoutMs) }));
  };
}
