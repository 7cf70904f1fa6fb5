import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../../tests/setup/test-folder.ts";
import { runScript } from "./run-script.ts";

test("a script runs once at a time, and another one doesn't wait for it", async () => {
  const pipe = join(createTestFolder(), "pipe");
  spawnSync("mkfifo", [pipe]);
  // A pipe opens for reading only beside a writer, unless it needn't wait.
  const input = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, "w");
  const order: string[] = [];
  const save = (name: string, file?: number) =>
    runScript("save-for-desk.ts", [], {}, file).then(({ output }) => order.push(name, output));
  const saves = [save("first", input), save("next")];
  const { code } = await runScript("releases-for-desk.ts", ["list"], { DATA_DIR: createTestFolder() });
  order.push(`other ${code}`);
  closeSync(writer);
  await Promise.all(saves);
  closeSync(input);
  expect(order).toEqual(["other 0", "first", '{"outcome":"invalid"}\n', "next", '{"outcome":"invalid"}\n']);
});
