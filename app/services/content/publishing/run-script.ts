import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createMeasuredQueue } from "../../runtime/measured-queue.ts";

/** A script takes up to 600 MB. Each runs once at a time, so that one that waits for a lock or for an upload doesn't hold up the others. */
const queue = createMeasuredQueue("scripts", {
  maxActive: 2,
  maxActivePerSender: 1,
  maxWaiting: 100,
  maxWaitingPerSender: 50,
});

/**
 * Runs a script of the folder `scripts` in another process, so that pages aren't slower meanwhile and the server's memory stays small.
 * @param readInput reads its standard input, once it is its turn
 */
export function runScript(
  name: string,
  words: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
  readInput: () => Promise<Uint8Array> = () => Promise.resolve(new Uint8Array()),
) {
  // An argument can't have this character.
  const safeWords = words.map((word) => word.replaceAll("\0", "\ufffd"));
  return queue.run(name, async () => runProcess([join("scripts", name), ...safeWords], variables, await readInput()));
}

async function runProcess(words: readonly string[], variables: NodeJS.ProcessEnv, input: Uint8Array) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  // A script that fails early doesn't read.
  child.stdin.on("error", () => undefined).end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code: code as number | null };
}
