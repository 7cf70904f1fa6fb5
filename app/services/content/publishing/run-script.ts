import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createMeasuredQueue } from "../../runtime/measured-queue.ts";

/** A script takes up to 600 MB. Each runs once at a time, so that one that waits for a lock doesn't hold up the others. */
const queue = createMeasuredQueue("scripts", {
  maxActive: 2,
  maxActivePerSender: 1,
  maxWaiting: 100,
  maxWaitingPerSender: 50,
});

/**
 * Runs a script of the folder `scripts` in another process, so that pages aren't slower meanwhile and the server's memory stays small.
 * @param input the open file that is its standard input
 */
export function runScript(
  name: string,
  words: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
  input: number | "ignore" = "ignore",
) {
  // An argument can't have this character.
  const safeWords = words.map((word) => word.replaceAll("\0", "\ufffd"));
  return queue.run(name, () => runProcess([join("scripts", name), ...safeWords], variables, input));
}

async function runProcess(words: readonly string[], variables: NodeJS.ProcessEnv, input: number | "ignore") {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
    stdio: [input, "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, "exit")]);
  return { output, errors, code: code as number | null };
}
