import { scrypt } from "node:crypto";
import { expect, test, vi } from "vitest";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof import("node:crypto")>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt), randomInt: () => 42 };
});

// Another test file of the same worker may have loaded the module without the mock.
vi.resetModules();
const { createLoginCodes } = await import("./login-codes.ts");

test("an attempt computes one slow hash, whether a code exists or not", async () => {
  const database = await openMemoryDatabase();
  const codes = createLoginCodes(database);
  const code = await codes.issue("a@b.cn", "one");
  const countHashes = async (account: string, browser: string, typed: string) => {
    const callsBefore = vi.mocked(scrypt).mock.calls.length;
    expect(await codes.redeem(account, browser, typed)).toBe(false);
    return vi.mocked(scrypt).mock.calls.length - callsBefore;
  };
  const counts = [
    await countHashes("a@b.cn", "one", "wrong"),
    await countHashes("a@b.cn", "another", code),
    await countHashes("nobody@b.cn", "one", code),
    await countHashes("no account at all", "", "wrong"),
  ];
  expect(counts).toEqual([1, 1, 1, 1]);
  expect(await codes.redeem("a@b.cn", "one", code)).toBe(true);
});

test("a code has six digits, even if its number is small", async () => {
  expect(await createLoginCodes(await openMemoryDatabase()).issue("a@b.cn", "one")).toBe("000042");
});
