import { expect, test } from "vitest";
import type { Call } from "./client.ts";
import { TransportError, UnauthorizedError } from "./errors.ts";
import { createTokenMemory } from "./token-memory.ts";

function backend(answer: (token: string | undefined) => Promise<object>) {
  const tokens: (string | undefined)[] = [];
  const call = (async (_key: string, _input: object, { token }: { token?: string }) => {
    tokens.push(token);
    return answer(token);
  }) as unknown as Call;
  return { tokens, call };
}

const eight = (call: Call, token: string) =>
  Promise.allSettled(Array.from({ length: 8 }, () => call("setting.list", {}, { locale: "cn", token })));

test("a token that is refused costs one call, however many are made at once, and none for five minutes", async () => {
  let clock = 1;
  const memory = createTokenMemory({ now: () => clock });
  const { tokens, call } = backend(async (token) => {
    await new Promise((done) => setTimeout(done, 5));
    if (token !== "good") throw new UnauthorizedError("setting.list");
    return {};
  });
  const around = memory.around(call);
  for (let round = 0; round < 3; round++) {
    const answers = await eight(around, "bogus");
    expect(answers.every((one) => one.status === "rejected" && one.reason instanceof UnauthorizedError)).toBe(true);
  }
  expect([tokens.length, memory.isRefused("bogus"), memory.isRefused("good")]).toEqual([1, true, false]);
  clock += 5 * 60 * 1000 + 1;
  expect(memory.isRefused("bogus")).toBe(false);
  await eight(around, "good");
  expect(tokens.filter((token) => token === "good")).toHaveLength(8);
  expect(memory.isRefused("good")).toBe(false);
});

test("a backend that is away refuses nobody, and a login that ends is noticed", async () => {
  const memory = createTokenMemory();
  let says: Error | undefined = new TransportError("setting.list", "away", {});
  const { tokens, call } = backend(async () => {
    if (says) throw says;
    return {};
  });
  const around = memory.around(call);
  await eight(around, "t");
  expect([tokens.length, memory.isRefused("t")]).toEqual([8, false]);
  says = undefined;
  await eight(around, "t");
  says = new UnauthorizedError("setting.list");
  await eight(around, "t");
  expect(memory.isRefused("t")).toBe(true);
});
