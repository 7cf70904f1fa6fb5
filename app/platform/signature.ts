import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds that a signed message may be old, or early, by the clock of who reads it. */
const tolerance = 5 * 60;

/** A secret, or two while one takes the other's place: the first signs, both are accepted. */
export type Secrets = string | readonly string[];

/** Headers that prove who sent a body: the hex HMAC-SHA256 of `{timestamp}.{body}`, and the time in Unix seconds. */
export function signatureHeaders(body: string, secrets: Secrets, now = Date.now()) {
  const timestamp = String(Math.floor(now / 1000));
  return { "X-Timestamp": timestamp, "X-Signature": `sha256=${signatureOf(timestamp, body, first(secrets))}` };
}

/** The signature of a body that was signed under one of `secrets` and is at most five minutes off; `undefined` for any other. */
export function verifiedSignature(
  headers: Headers,
  body: string,
  secrets: Secrets,
  now = Date.now(),
): string | undefined {
  const timestamp = headers.get("X-Timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance) return undefined;
  const given = /^sha256=([\da-f]{64})$/i.exec(headers.get("X-Signature") ?? "")?.[1]?.toLowerCase();
  if (!given) return undefined;
  return [secrets].flat().find((secret) => isEqual(given, signatureOf(timestamp, body, secret))) && given;
}

/** A proof for a subject that is good until `end`: the Unix seconds of that, and the signature of both. */
export function expiringSignature(subject: string, end: Date, secrets: Secrets): string {
  const seconds = String(Math.floor(end.getTime() / 1000));
  return `${seconds}.${signatureOf(seconds, subject, first(secrets))}`;
}

/** Until when such a proof is good; `undefined` for one that isn't any more, or never was for this subject. */
export function signatureEnd(proof: string, subject: string, secrets: Secrets, now = Date.now()): Date | undefined {
  const [, seconds, given] = /^(\d{1,12})\.([\da-f]{64})$/.exec(proof) ?? [];
  if (!seconds || !given) return undefined;
  if (![secrets].flat().some((secret) => isEqual(given, signatureOf(seconds, subject, secret)))) return undefined;
  const end = new Date(Number(seconds) * 1000);
  return end.getTime() > now ? end : undefined;
}

function first(secrets: Secrets): string {
  return [secrets].flat()[0]!;
}

/** In a time that tells nothing of where they differ. Both have the same length. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function signatureOf(timestamp: string, body: string, secret: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
