import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createSignatureHeaders, verifyPreviewToken, verifySignature } from "./signature.ts";

const now = 1_800_000_000_000;
const secret = "a secret of both sides";
const body = '{"tags":["all"]}';
const createHeaders = (time = now) => new Headers(createSignatureHeaders(body, [secret], time));

test("a signature is valid within five minutes of its time, and may be in upper case", () => {
  const signature = verifySignature(createHeaders(), body, [secret], now);
  expect(signature).toMatch(/^[\da-f]{64}$/);
  expect(verifySignature(createHeaders(now - 299_000), body, [secret], now)).toBeDefined();
  expect(verifySignature(createHeaders(now + 299_000), body, [secret], now)).toBeDefined();
  const upperCaseHeaders = createHeaders();
  upperCaseHeaders.set("X-Signature", `sha256=${signature!.toUpperCase()}`);
  expect(verifySignature(upperCaseHeaders, body, [secret], now)).toBe(signature);
});

test("invalid signatures are rejected", () => {
  expect(verifySignature(createHeaders(now - 301_000), body, [secret], now)).toBeUndefined();
  expect(verifySignature(createHeaders(), `${body} `, [secret], now)).toBeUndefined();
  expect(verifySignature(createHeaders(), body, ["another secret"], now)).toBeUndefined();
  expect(verifySignature(new Headers(), body, [secret], now)).toBeUndefined();
  const laterHeaders = createHeaders();
  laterHeaders.set("X-Timestamp", String(now / 1000 + 1));
  expect(verifySignature(laterHeaders, body, [secret], now)).toBeUndefined();
  const shortHeaders = createHeaders();
  shortHeaders.set("X-Signature", "sha256=abcd");
  expect(verifySignature(shortHeaders, body, [secret], now)).toBeUndefined();
});

test("during a rotation the first secret signs, and both are accepted", () => {
  const [newSecret, oldSecret] = ["the fresh secret", "the old secret"];
  const verify = (signingSecrets: string[], acceptedSecrets: string[]) =>
    verifySignature(new Headers(createSignatureHeaders(body, signingSecrets, now)), body, acceptedSecrets, now);
  expect(verify([oldSecret], [newSecret, oldSecret])).toBeDefined();
  expect(verify([newSecret], [newSecret, oldSecret])).toBeDefined();
  expect(verify([newSecret, oldSecret], [newSecret])).toBeDefined();
  expect(verify([newSecret, oldSecret], [oldSecret])).toBeUndefined();
});

test("a preview token is valid until its expiry, which may be at most a week ahead", () => {
  const createToken = (seconds: number, name = "draft-7", key = secret) => {
    const text = `${now / 1000 + seconds}.${name}`;
    return `${text}.${createHmac("sha256", key).update(text).digest("hex")}`;
  };
  const weekSeconds = 7 * 24 * 60 * 60;
  const verify = (token: string) => verifyPreviewToken(token, ["new", secret], now)?.getTime();
  for (const seconds of [1, weekSeconds]) expect(verify(createToken(seconds))).toBe(now + seconds * 1000);
  const wrongTokens = [
    createToken(0),
    createToken(weekSeconds + 1),
    createToken(1, "draft-7", "other"),
    createToken(1, "a b"),
  ];
  const changed = createToken(1).replace("draft-7", "draft-8");
  expect([...wrongTokens, changed, `${createToken(1)}0`, "", "1.2.3"].filter((token) => verify(token))).toEqual([]);
});
