import { scrypt } from "node:crypto";
import { expect, test, vi } from "vitest";
import { createLoginCodes } from "./login-codes.ts";
import { openSqlite } from "./sqlite.ts";
import { migrate } from "./tables.ts";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});

test("a try costs one slow hash, whether there is a code to compare it with or not", async () => {
  const database = openSqlite(":memory:");
  await migrate(database);
  const codes = createLoginCodes(database);
  await codes.issue("a@b.cn", "one");
  const work = async (account: string, browser: string, code: string) => {
    const before = vi.mocked(scrypt).mock.calls.length;
    expect(await codes.redeem(account, browser, code)).toBe(false);
    return vi.mocked(scrypt).mock.calls.length - before;
  };
  const all = [
    await work("a@b.cn", "one", "not it"),
    await work("a@b.cn", "another", "not it"),
    await work("nobody@b.cn", "one", "not it"),
    await work("no account at all", "", "not it"),
  ];
  expect(all).toEqual([1, 1, 1, 1]);
  await database.destroy();
});
