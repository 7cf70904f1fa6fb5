import { hash as computeHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Caller } from "#app/services/api/contract/caller.ts";
import { getSender } from "#app/services/runtime/web/sender.ts";
import { within } from "#app/services/runtime/within.ts";
import { createKeyedHash } from "#app/services/submissions/database/keys.ts";
import { LimitReachedError, type RateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";
import type { Delivery } from "#app/services/submissions/outbox/delivery.ts";
import { readSubmissionFields, type SubmissionFields } from "#app/services/submissions/texts/describe.ts";
import { duplicateWindowMs, type NewSubmission, type Repository } from "./repository.ts";

export type ReceiveResult =
  | { status: "received"; id: string; reference: string }
  /** `id` and `reference` are those of an earlier submission with this key and different content. */
  | { status: "conflict"; id: string; reference: string }
  /** A destination has refused the submission, but the site has stored it. */
  | { status: "refused"; message: string }
  | { status: "rateLimited"; retryAfterSeconds: number };

type IncomingContent = Pick<NewSubmission, "kind" | "payload" | "contact">;

export type IncomingSubmission = IncomingContent &
  Pick<Caller, "address"> &
  Partial<Pick<Caller, "requestId">> & {
    /** Idempotency key from the page's script. Without a valid one, keys are derived from content and sender. */
    key: string | null;
    /** Token of the login. It is never stored, so only the first attempt sends it. */
    token?: string;
  };

const firstAttemptTimeoutMs = 3000;

/** Matches the keys that the page's script creates. */
const keyPattern = /^[\w-]{16,64}$/;

type ReceiverOptions = {
  database: Kysely<Tables>;
  repository: Repository;
  delivery: Delivery;
  limiter: Pick<RateLimiter, "countInTransaction">;
  now?: () => number;
};

/**
 * Stores a submission on disk, then attempts the delivery once while the visitor waits. Only new content counts for the
 * rate limit.
 */
export function createReceiver({ database, repository, delivery, limiter, now = Date.now }: ReceiverOptions) {
  const hash = createKeyedHash(database);

  async function storeAndDeliver(incoming: IncomingSubmission): Promise<ReceiveResult> {
    const { key, address: clientAddress, token, requestId, ...content } = incoming;
    const countForLimits = (transaction: Kysely<Tables>) =>
      limiter.countInTransaction(transaction, "submission", clientAddress);
    const { address } = getSender(clientAddress);
    const submission = {
      ...content,
      ...(key !== null && keyPattern.test(key) ? { idempotencyKey: key } : deriveKeys(content, address, now())),
      sender: await hash(`sender ${address}`),
    };
    let result = await repository.store(submission, countForLimits);
    if (result.status === "otherSender") {
      // The response must not reveal the other submission, so this submission gets its own key.
      const idempotencyKey = await hash(`key ${submission.idempotencyKey} of ${submission.sender}`);
      result = await repository.store({ ...submission, idempotencyKey }, countForLimits);
    }
    const { status, id, reference } = result;
    if (status === "conflict") {
      await database.transaction().execute(countForLimits);
      return { status, id, reference };
    }
    // The outbox retries a failed attempt, so the visitor sees no error.
    if (status === "stored")
      await within(firstAttemptTimeoutMs, delivery.deliverNow(id, { token, requestId })).catch(() => undefined);
    // Reports the submission as received even if reading a refusal fails.
    const refusal = await repository.findRefusal(id).catch(() => undefined);
    return refusal === undefined ? { status: "received", id, reference } : { status: "refused", message: refusal };
  }

  return async function receive(submission: IncomingSubmission): Promise<ReceiveResult> {
    try {
      return await storeAndDeliver(submission);
    } catch (error) {
      if (!(error instanceof LimitReachedError)) throw error;
      return { status: "rateLimited", retryAfterSeconds: error.retryAfterSeconds };
    }
  };
}

/** Milliseconds for which the confirmation page shows the submission to its sender. */
const copyTimeMs = 60 * 60 * 1000;

/** Returns a function that reads a recent submission for its sender; `undefined` for others, or later. */
export function createCopyReader({ database, repository }: Pick<ReceiverOptions, "database" | "repository">) {
  const hash = createKeyedHash(database);
  return async (reference: string, clientAddress: string): Promise<SubmissionFields | undefined> => {
    const sender = await hash(`sender ${getSender(clientAddress).address}`);
    const payload = await repository.findPayload(reference, sender, toTime(Date.now() - copyTimeMs));
    return payload && readSubmissionFields(payload);
  };
}

function deriveKeys({ kind, payload }: Pick<NewSubmission, "kind" | "payload">, sender: string, now: number) {
  const window = Math.floor(now / duplicateWindowMs);
  const createKey = (index: number) => computeHash("sha256", JSON.stringify([kind, payload, sender, index]));
  return { idempotencyKey: createKey(window), previousWindowKey: createKey(window - 1) };
}
