import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { senderOf } from "../platform/sender.ts";
import { createKeyedHash } from "./database-key.ts";
import type { Delivery } from "./delivery.ts";
import { derivedKeys, isKey } from "./keys.ts";
import { LimitReached, type RateLimiter } from "./rate-limit.ts";
import type { NewSubmission, Repository } from "./repository.ts";
import type { Tables } from "./tables.ts";

export type Received =
  | { outcome: "received"; id: string; reference: string }
  /** The key was used before, for another text: what is kept under it has this reference. */
  | { outcome: "changed"; id: string; reference: string }
  /** The owner's system doesn't take it, and says why. It is kept all the same. */
  | { outcome: "refused"; message: string }
  | { outcome: "limited"; retryAfterSeconds: number };

export type Sending = Pick<NewSubmission, "kind" | "payload" | "contact"> & {
  /** Made by the page's script; without one, text and sender make it. */
  key: string | null;
  /** Network address that the form came from. */
  sender: string;
  /** Of a visitor who is logged in. The first try carries it; it is never stored, so later ones don't. */
  token?: string;
  /** Of the request that it came with; the first try carries it. */
  requestId?: string;
};

/** Most milliseconds that a visitor waits for the first try to deliver. */
const firstTry = 3000;

type Parts = {
  database: Kysely<Tables>;
  repository: Repository;
  delivery: Delivery;
  limiter: Pick<RateLimiter, "countWithin">;
  now?: () => number;
};

/**
 * Takes what visitors send. "received" means that it is on disk; delivery is tried once while the visitor waits. The limit
 * is for what is new, and for a key that is used again for something else: who repeats what is kept reads its reference
 * again, and uses nothing up.
 */
export function createReceiver({ database, repository, delivery, limiter, now = Date.now }: Parts) {
  const hash = createKeyedHash(database);

  /** Keeps a submission; where somebody else has used its key, under a key that is this sender's own. */
  async function acceptOwn(submission: NewSubmission, count: (within: Kysely<Tables>) => Promise<void>) {
    const accepted = await repository.accept(submission, count);
    if (accepted.outcome !== "foreign") return accepted;
    // Nothing is said of what is kept there.
    const idempotencyKey = await hash(`key ${submission.idempotencyKey} of ${submission.sender}`);
    return repository.accept({ ...submission, idempotencyKey }, count);
  }

  async function take({ key, sender, token, requestId, ...submission }: Sending): Promise<Received> {
    const count = (within: Kysely<Tables>) => limiter.countWithin(within, "submission", sender);
    const { address } = senderOf(sender);
    const [derived, earlier] = derivedKeys(submission.kind, submission.payload, address, now());
    const keys = isKey(key) ? { idempotencyKey: key } : { idempotencyKey: derived, earlierKey: earlier };
    const ofSender = { ...submission, ...keys, sender: await hash(`sender ${address}`) };
    const { outcome, id, reference } = await acceptOwn(ofSender, count);
    if (outcome === "changed") {
      await database.transaction().execute(count);
      return { outcome, id, reference };
    }
    // What can't be delivered now stays in the outbox, and so does what is repeated: the visitor needn't know.
    if (outcome === "stored")
      await Promise.race([delivery.deliverNow(id, { token, requestId }).catch(() => undefined), sleep(firstTry)]);
    // It is kept: that nobody can say now whether it was refused is no reason to say that it isn't.
    const refusal = await repository.refusal(id).catch(() => undefined);
    return refusal === undefined ? { outcome: "received", id, reference } : { outcome: "refused", message: refusal };
  }

  return async function receive(sending: Sending): Promise<Received> {
    try {
      return await take(sending);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return { outcome: "limited", retryAfterSeconds: error.retryAfterSeconds };
    }
  };
}
