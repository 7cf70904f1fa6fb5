import { execFile } from "node:child_process";
import { expect, test } from "vitest";

const command = ["--disable-warning=ExperimentalWarning", "scripts/print-certificates.ts"];

/** Runs the command, and returns what it writes to the error output. */
function run(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...command, ...args], (_error, _output, errors) => resolve(errors));
  });
}

test.each([
  [[], "--font is missing: name a font file with Chinese characters."],
  [["--font", "nowhere.ttc"], "nowhere.ttc isn't there: name a font file with Chinese characters."],
  [["--fnt"], "No certificate was written: Unknown option '--fnt'"],
  [["--font", "package.json"], "No certificate was written: "],
])("with %j the command says what to do in a sentence, without a stack", async (args, start) => {
  const errors = await run(...args);
  expect(errors).toContain(start);
  expect(errors).toContain("npm run certificates -- --font FILE --face NAME");
  expect(errors).not.toMatch(/^\s+at /m);
});
