import type { Kysely } from "kysely";
import type { Environment } from "#app/services/runtime/environment.ts";
import { createSignatureHeaders } from "#app/services/runtime/signature.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import type { DestinationName, Tables } from "#app/services/submissions/database/tables.ts";
import { withReminders } from "#app/services/submissions/inbox/reminders.ts";
import { readResult, type Destination } from "#app/services/submissions/outbox/delivery.ts";
import { createMailDestination, type Mailer } from "#app/services/submissions/outbox/mail.ts";
import { withOwnerTitles, type FindTitle } from "#app/services/submissions/outbox/product-titles.ts";
import { createRobotDestination } from "#app/services/submissions/outbox/robots.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

const timeoutMs = 10_000;

type Options = { database: Kysely<Tables>; mailer: Mailer | undefined; ownerTexts: OwnerTexts; findTitle: FindTitle };

export function createOwnerDestinations(
  environment: Environment,
  { database, mailer, ownerTexts, findTitle }: Options,
): Partial<Record<DestinationName, Destination>> {
  const { MAIL_TO, WEBHOOK_URL, WEBHOOK_SECRET } = environment;
  const { WECOM_ROBOT_URL, DINGTALK_ROBOT_URL, DINGTALK_ROBOT_SECRET } = environment;
  const addOwnerTexts = (destination: Destination) =>
    withReminders(withOwnerTitles(destination, ownerTexts, findTitle), database, ownerTexts);
  return {
    ...(mailer && MAIL_TO && { mail: addOwnerTexts(createMailDestination(mailer, MAIL_TO, ownerTexts)) }),
    ...(WEBHOOK_URL && { webhook: createWebhookDestination(WEBHOOK_URL, WEBHOOK_SECRET) }),
    ...(WECOM_ROBOT_URL && { wecom: addOwnerTexts(createRobotDestination("wecom", WECOM_ROBOT_URL, ownerTexts)) }),
    ...(DINGTALK_ROBOT_URL && {
      dingtalk: addOwnerTexts(
        createRobotDestination("dingtalk", DINGTALK_ROBOT_URL, ownerTexts, { secret: DINGTALK_ROBOT_SECRET }),
      ),
    }),
  };
}

export function createWebhookDestination(url: string, secrets: readonly string[] | undefined): Destination {
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
