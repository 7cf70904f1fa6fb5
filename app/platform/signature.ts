import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds that a signed message may be old, or early, by the clock of who reads it. */
const tolerance = 5 * 60;

/** Headers that prove who sent a body: the hex HMAC-SHA256 of `{timestamp}.{body}`, and the time in Unix seconds. */
export function signatureHeaders(body: string, secret: string, now = Date.now()) {
  const timestamp = String(Math.floor(now / 1000));
  return { "X-Timestamp": timestamp, "X-Signature": `sha256=${signatureOf(timestamp, body, secret)}` };
}

/** The signature of a body that was signed under `secret` and is at most five minutes off; `undefined` for any other. */
export function verifiedSignature(
  headers: Headers,
  body: string,
  secret: string,
  now = Date.now(),
): string | undefined {
  const timestamp = headers.get("X-Timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance) return undefined;
  const expected = signatureOf(timestamp, body, secret);
  const given = /^sha256=([\da-f]{64})$/i.exec(headers.get("X-Signature") ?? "")?.[1]?.toLowerCase();
  return given && timingSafeEqual(Buffer.from(given), Buffer.from(expected)) ? expected : undefined;
}

function signatureOf(timestamp: string, body: string, secret: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
