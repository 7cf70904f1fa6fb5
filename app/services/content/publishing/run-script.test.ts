import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";
import { runScript } from "./run-script.ts";

test("a script runs once at a time, its input is read when it is its turn, and another one doesn't wait for it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const save = (index: number) => {
    async function* readInput() {
      begun.push(index);
      await promise;
      yield new TextEncoder().encode("[]");
    }
    return runScript("save-for-desk.ts", [], {}, readInput());
  };
  const [first, next] = [save(1), save(2)];
  expect(await runScript("releases-for-desk.ts", ["list"], { DATA_DIR: createTestFolder() })).toMatchObject({
    code: 0,
  });
  expect(begun).toEqual([1]);
  resolve();
  expect((await first).output).toBe('{"outcome":"invalid"}\n');
  expect((await next).output).toBe('{"outcome":"invalid"}\n');
});

test("input that can't be read is the caller's error, and the next one has its turn", async () => {
  const problem = new Error("too large");
  const input = Readable.from([Buffer.from('{"files":')]);
  await expect(
    runScript(
      "save-for-desk.ts",
      [],
      {},
      input.map(() => Promise.reject(problem)),
    ),
  ).rejects.toBe(problem);
  expect((await runScript("save-for-desk.ts")).output).toBe('{"outcome":"invalid"}\n');
});
