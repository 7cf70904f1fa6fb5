import { createHmac } from "node:crypto";
import { isEqualInConstantTime } from "./constant-time.ts";

const toleranceSeconds = 5 * 60;

/**
 * Creates the headers: hex HMAC-SHA256 of `{timestamp}.{body}`, and the time in Unix seconds.
 * @param secrets one secret, or two during a rotation: the first signs, both are accepted
 */
export function createSignatureHeaders(body: string, secrets: readonly string[], now = Date.now()) {
  const timestamp = String(Math.floor(now / 1000));
  return { "X-Timestamp": timestamp, "X-Signature": `sha256=${sign(timestamp, body, secrets[0]!)}` };
}

/** @returns the signature if one of `secrets` made it at most five minutes from `now` */
export function verifySignature(
  headers: Headers,
  body: string,
  secrets: readonly string[],
  now = Date.now(),
): string | undefined {
  const timestamp = headers.get("X-Timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return undefined;
  const signature = /^sha256=([\da-f]{64})$/i.exec(headers.get("X-Signature") ?? "")?.[1]?.toLowerCase();
  if (!signature) return undefined;
  return secrets.some((secret) => isEqualInConstantTime(signature, sign(timestamp, body, secret)))
    ? signature
    : undefined;
}

const maxPreviewSeconds = 7 * 24 * 60 * 60;

const previewTokenPattern = /^(\d{1,12})\.([\w-]{1,64})\.([\da-f]{64})$/;

/** Whether a text has the form of a preview token. */
export const isPreviewToken = (text: string): boolean => previewTokenPattern.test(text);

/**
 * @param token `{expiry in Unix seconds}.{name of a draft}.{signature}`
 * @returns the expiry, if one of `secrets` signed the token and it expires within a week
 */
export function verifyPreviewToken(token: string, secrets: readonly string[], now = Date.now()): Date | undefined {
  const [, expirySeconds, name, signature] = previewTokenPattern.exec(token) ?? [];
  const remainingSeconds = Number(expirySeconds) - now / 1000;
  if (!expirySeconds || !name || !signature || remainingSeconds <= 0 || remainingSeconds > maxPreviewSeconds)
    return undefined;
  const isSigned = secrets.some((secret) => isEqualInConstantTime(signature, sign(expirySeconds, name, secret)));
  return isSigned ? new Date(Number(expirySeconds) * 1000) : undefined;
}

/** Hides signatures, so that readers of the log can't use a signed token. */
export const hideSignatures = (line: string): string => line.replace(/[\da-f]{64}/gi, "…");

function sign(timestamp: string, body: string, secret: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
