import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
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
 * @param input what it reads from its standard input, which isn't read before its turn. @throws what `input` throws
 */
export function runScript(
  name: string,
  words: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
  input: AsyncIterable<Uint8Array> = Readable.from([]),
) {
  // An argument can't have this character.
  const safeWords = words.map((word) => word.replaceAll("\0", "\ufffd"));
  return queue.run(name, () => runProcess([join("scripts", name), ...safeWords], variables, input));
}

async function runProcess(words: readonly string[], variables: NodeJS.ProcessEnv, input: AsyncIterable<Uint8Array>) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...words], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  let failure: { reason: unknown } | undefined;
  async function* readInput() {
    try {
      yield* input;
    } catch (reason) {
      failure = { reason };
    }
  }
  // A script that fails early doesn't read.
  const sent = pipeline(readInput(), child.stdin).catch(() => undefined);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
    sent,
  ]);
  if (failure) throw failure.reason;
  return { output, errors, code: code as number | null };
}
