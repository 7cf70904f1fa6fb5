import { expect, test } from "vitest";
import type { Call } from "./client.ts";
import { TransportError, UnauthorizedError } from "./errors.ts";
import { createTokenMemory } from "./token-memory.ts";

function createBackend(respond: (token: string | undefined) => Promise<object>) {
  const tokens: (string | undefined)[] = [];
  const call = (async (_key: string, _input: object, { token }: { token?: string }) => {
    tokens.push(token);
    return respond(token);
  }) as unknown as Call;
  return { tokens, call };
}

const callEightTimes = (call: Call, token: string) =>
  Promise.allSettled(Array.from({ length: 8 }, () => call("setting.list", {}, { locale: "cn", token })));

test("concurrent calls with a refused token reach the backend once, and later ones only after five minutes", async () => {
  let clock = 1;
  const memory = createTokenMemory({ now: () => clock });
  const { tokens, call } = createBackend(async (token) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (token !== "good") throw new UnauthorizedError("setting.list", "Unauthorized");
    return {};
  });
  const wrappedCall = memory.wrap(call);
  for (let round = 0; round < 3; round++) {
    const results = await callEightTimes(wrappedCall, "bogus");
    expect(results.every((result) => result.status === "rejected" && result.reason instanceof UnauthorizedError)).toBe(
      true,
    );
  }
  expect([tokens.length, memory.isRefused("bogus"), memory.isRefused("good")]).toEqual([1, true, false]);
  clock += 5 * 60 * 1000 + 1;
  expect(memory.isRefused("bogus")).toBe(false);
  await callEightTimes(wrappedCall, "good");
  expect(tokens.filter((token) => token === "good")).toHaveLength(8);
  expect(memory.isRefused("good")).toBe(false);
});

test("an outage doesn't mark a token as refused, but a 401 for a token accepted earlier does", async () => {
  const memory = createTokenMemory();
  let failure: Error | undefined = new TransportError("setting.list", "unavailable", {});
  const { tokens, call } = createBackend(async () => {
    if (failure) throw failure;
    return {};
  });
  const wrappedCall = memory.wrap(call);
  await callEightTimes(wrappedCall, "t");
  expect([tokens.length, memory.isRefused("t")]).toEqual([8, false]);
  failure = undefined;
  await callEightTimes(wrappedCall, "t");
  failure = new UnauthorizedError("setting.list", "Unauthorized");
  await callEightTimes(wrappedCall, "t");
  expect(memory.isRefused("t")).toBe(true);
});

test("concurrent calls don't wait for each other if their token was accepted, or if they have none", async () => {
  const memory = createTokenMemory();
  const gate = Promise.withResolvers<object>();
  let response: Promise<object> = Promise.resolve({});
  const { tokens, call } = createBackend(() => response);
  const wrappedCall = memory.wrap(call);
  await wrappedCall("setting.list", {}, { locale: "cn", token: "t" });
  response = gate.promise;
  for (const token of ["t", undefined])
    for (let n = 0; n < 2; n++) void wrappedCall("setting.list", {}, { locale: "cn", token });
  expect(tokens).toEqual(["t", "t", "t", undefined, undefined]);
  gate.resolve({});
});

test("calls without a token still reach the backend after one was refused", async () => {
  const memory = createTokenMemory();
  const { tokens, call } = createBackend(() => Promise.reject(new UnauthorizedError("setting.list", "Unauthorized")));
  for (let n = 0; n < 2; n++)
    await expect(memory.wrap(call)("setting.list", {}, { locale: "cn" })).rejects.toThrow("Unauthorized");
  expect(tokens).toHaveLength(2);
});
