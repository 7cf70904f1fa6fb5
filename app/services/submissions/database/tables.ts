import type { FormName } from "#app/services/api/contract/forms/forms.ts";
import type { Time } from "./time.ts";

/**
 * `stored`: without a destination. `failed`: undelivered for more than a day. `uncertain`: sent, without a final
 * response. Pending and failed submissions are retried.
 */
export const deliveryStatuses = ["stored", "pending", "delivered", "refused", "failed", "uncertain"] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * Purpose of a token: a visitor's login, a login at the desk, a browser known to the desk (which has its own limits),
 * or a link that logs in at the desk once.
 */
export type SessionKind = "visitor" | "desk" | "deskBrowser" | "deskLink";

export const announcementKind = "announcement";

/** Kinds of system messages in the outbox, which the inbox omits. Only earlier versions stored `cdn-purge`. */
export const systemMessageKinds = [announcementKind, "cdn-purge"] as const;

export const searchEngines = ["indexnow", "baidu"] as const;

export type SearchEngine = (typeof searchEngines)[number];

/** Search engines receive announcements. The other destinations receive submissions, and some of them reminders. */
export type DestinationName = "api" | "mail" | "webhook" | "wecom" | "dingtalk" | SearchEngine;

/** The tables. Times are integers, which SQLite and PostgreSQL sort equally. */
export type Tables = {
  /** One row per submission or system message. */
  submission: {
    id: string;
    reference: string;
    kind: FormName | (typeof systemMessageKinds)[number];
    /** The form's fields as JSON, with the names of the API contract. */
    payload: string;
    /** Normalised contact, to find and forget a person. */
    contact: string;
    /** Key by which the site, and destinations, detect a duplicate submission. */
    idempotency_key: string;
    /** Keyed hash of the sender; empty in old rows. */
    sender: string;
    /** Hash of the content, to detect a changed submission with the same key. */
    content_hash: string;
    created_at: Time;
    done_at: Time | null;
    /** Text for searches; `null` in old rows. */
    search_text: string | null;
  };
  /** The outbox: one row per submission and destination. */
  delivery: {
    submission_id: string;
    destination: DestinationName;
    status: "pending" | "delivered" | "refused";
    /** Number of attempts that have started. */
    attempts: number;
    next_attempt_at: Time;
    /** End of the lease: another process may then deliver. */
    lease_until: Time;
    /** Error message of the last attempt, if it failed. */
    message: string | null;
    /**
     * Time since which it is unknown whether the message has arrived. The status is then `refused`, so that earlier
     * versions don't retry the delivery.
     */
    uncertain_at: Time | null;
  };
  submission_note: { id: string; submission_id: string; text: string; created_at: Time; search_text: string | null };
  /**
   * Counters of actions. A window starts with the first action. Keys are keyed hashes, which reveal no address or
   * account.
   */
  rate_limit: { key: string; count: number; started_at: Time };
  basket: { id: string; items: string; updated_at: Time };
  /**
   * Login codes by account and browser, which are stored as keyed hashes. The code is stored as a slow hash. `tries`:
   * number of attempts.
   */
  open_code: { account: string; browser: string; salt: string; code_hash: string; tries: number; expires_at: Time };
  /** Logins of the embedded API and of the desk by their token's hash. The account is a keyed hash. */
  session: { token_hash: string; kind: SessionKind; account: string; expires_at: Time; used_at: Time };
  /** Cache purges that the backend requested, read by every process, and kept for a while against replays. */
  purge: { signature: string; tags: string; created_at: Time };
  /** Secret keys. The row `swept` isn't a secret: it stores the time that `sweep.ts` takes as the present. */
  secret: { name: string; value: string };
  /** A single row, which the readiness check writes. */
  readiness: { id: number; checked_at: Time; filler: string };
  /** Counts of searches without results. `day`: in the owner's time zone, for example `2026-11-21`. */
  missed_search: { day: string; word: string; count: number };
  /** Counts of an earlier version. Nothing is added any more, and the rows expire. */
  missed_address: { day: string; word: string; count: number };
  /** Releases of all nodes. `description`: the content of `release.json`. */
  release: { id: string; description: string };
  /** A single row: the published release. */
  current_release: { id: number; release: string | null };
  /** What each node serves, and why it lacks the current release. */
  release_node: { node: string; release: string; problem: string | null; seen_at: number };
  release_file: { release: string; hash: string };
  /** Files by hash, in 1 MiB chunks, compressed. */
  release_part: { hash: string; part: number; bytes: Buffer };
};
