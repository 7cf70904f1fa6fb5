import { expect, test, vi } from "vitest";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";
import { runScript } from "./run-script.ts";

test("a script runs once at a time, its input is read when it is its turn, and another one doesn't wait for it", async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const input = new TextEncoder().encode("[]");
  const save = (readInput: () => Promise<Uint8Array<ArrayBuffer>>) => runScript("save-for-desk.ts", [], {}, readInput);
  const readNext = vi.fn(() => Promise.resolve(input));
  const first = save(() => promise);
  const next = save(readNext);
  expect(await runScript("releases-for-desk.ts", ["list"], { DATA_DIR: createTestFolder() })).toMatchObject({
    code: 0,
  });
  expect(readNext).not.toHaveBeenCalled();
  resolve(input);
  expect((await first).output).toBe('{"outcome":"invalid"}\n');
  expect((await next).output).toBe('{"outcome":"invalid"}\n');
});

test("input that can't be read is the caller's error, and the next one has its turn", async () => {
  const problem = new Error("too large");
  await expect(runScript("save-for-desk.ts", [], {}, () => Promise.reject(problem))).rejects.toBe(problem);
  expect((await runScript("save-for-desk.ts")).output).toBe('{"outcome":"invalid"}\n');
});
