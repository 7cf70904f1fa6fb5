import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Runs a script of the folder `scripts` in another process, so that pages aren't slower meanwhile and the server's memory stays small. */
export async function runScript(
  name: string,
  words: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
  input: Uint8Array = new Uint8Array(),
) {
  const script = join("scripts", name);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...words], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...variables },
  });
  // A script that fails early doesn't read.
  child.stdin.on("error", () => undefined).end(input);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { output, errors, code: code as number | null };
}
