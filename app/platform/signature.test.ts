import { describe, expect, test } from "vitest";
import { expiringSignature, signatureEnd, signatureHeaders, verifiedSignature } from "./signature.ts";

const now = 1_800_000_000_000;
const secret = "a secret of both sides";
const body = '{"tags":["all"]}';
const signed = (time = now) => new Headers(signatureHeaders(body, secret, time));

test("what was signed under the secret is known again, up to five minutes off, in capitals too", () => {
  const signature = verifiedSignature(signed(), body, secret, now);
  expect(signature).toMatch(/^[\da-f]{64}$/);
  expect(verifiedSignature(signed(now - 299_000), body, secret, now)).toBeDefined();
  expect(verifiedSignature(signed(now + 299_000), body, secret, now)).toBeDefined();
  const capitals = signed();
  capitals.set("X-Signature", `sha256=${signature!.toUpperCase()}`);
  expect(verifiedSignature(capitals, body, secret, now)).toBe(signature);
});

test("anything else isn't", () => {
  expect(verifiedSignature(signed(now - 301_000), body, secret, now)).toBeUndefined();
  expect(verifiedSignature(signed(), `${body} `, secret, now)).toBeUndefined();
  expect(verifiedSignature(signed(), body, "another secret", now)).toBeUndefined();
  expect(verifiedSignature(new Headers(), body, secret, now)).toBeUndefined();
  const later = signed();
  later.set("X-Timestamp", String(now / 1000 + 1));
  expect(verifiedSignature(later, body, secret, now)).toBeUndefined();
  const short = signed();
  short.set("X-Signature", "sha256=abcd");
  expect(verifiedSignature(short, body, secret, now)).toBeUndefined();
});

describe("a proof with an end", () => {
  const end = new Date("2026-12-01T00:00:00Z");
  const proof = expiringSignature("preview:product/1", end, "secret");
  const before = end.getTime() - 1;

  test("is good for its subject until then", () => {
    expect(signatureEnd(proof, "preview:product/1", "secret", before)).toEqual(end);
    expect(signatureEnd(proof, "preview:product/1", "secret", end.getTime())).toBeUndefined();
  });

  test.each([
    ["another subject", proof, "preview:product/2", "secret"],
    ["another key", proof, "preview:product/1", "other"],
    ["a later end", proof.replace(/^1/, "2"), "preview:product/1", "secret"],
    ["another spelling", proof.toUpperCase(), "preview:product/1", "secret"],
    ["more behind it", `${proof}0`, "preview:product/1", "secret"],
    ["nothing", "", "preview:product/1", "secret"],
  ])("isn't for %s", (_what, given, subject, secret) => {
    expect(signatureEnd(given, subject, secret, before)).toBeUndefined();
  });
});

test("while one secret takes another's place, the first signs and both are accepted", () => {
  const [fresh, old] = ["the fresh secret", "the old secret"];
  const verify = (under: string | string[], known: string[]) =>
    verifiedSignature(new Headers(signatureHeaders(body, under, now)), body, known, now);
  expect([verify(old, [fresh, old]), verify(fresh, [fresh, old])].every(Boolean)).toBe(true);
  expect(verify([fresh, old], [fresh])).toBeDefined();
  expect(verify([fresh, old], [old])).toBeUndefined();
  const end = new Date(now + 1000);
  expect(signatureEnd(expiringSignature("x", end, old), "x", [fresh, old], now)).toEqual(end);
  expect(signatureEnd(expiringSignature("x", end, [fresh, old]), "x", [old], now)).toBeUndefined();
});
