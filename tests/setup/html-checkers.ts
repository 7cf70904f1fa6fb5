import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** Folder with a lock file of its own: what checks HTML, and 36 MB of the Nu HTML checker where there is Java. */
export const htmlFolder = resolve("tests", "html");

const jar = join(htmlFolder, "node_modules", "vnu-jar", "build", "dist", "vnu.jar");

/** Whether this machine can run Java. */
export function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}

/** Why the Nu HTML checker can't run here; `undefined` where it can. */
export function whyNoNu(): string | undefined {
  if (!hasJava()) return "there is no Java";
  return existsSync(jar) ? undefined : `npm ci --prefix ${join("tests", "html")} would install it`;
}

type Message = { ruleId: string; message: string; line: number; column: number };
type Report = { results: { messages: Message[] }[] };
type Validator = { validateString(html: string): Promise<Report> };

/** A check by the standard's rules and those of accessibility, in this process. */
export function htmlValidator(): (html: string) => Promise<string[]> {
  const require = createRequire(join(htmlFolder, "package.json"));
  const { HtmlValidate } = require("html-validate") as { HtmlValidate: new (config: object) => Validator };
  const validator = new HtmlValidate({
    root: true,
    extends: ["html-validate:standard", "html-validate:a11y"],
    // A box that scrolls is a region for as long as it does; a section would be part of the text.
    rules: { "prefer-native-element": ["error", { exclude: ["region"] }] },
  });
  return async (html) => {
    const { results } = await validator.validateString(html);
    const messages = results.flatMap((result) => result.messages);
    return messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`);
  };
}

/** What the Nu HTML checker finds in files: one process for all of them. */
export function nuErrors(files: string[]): Promise<string[]> {
  const args = ["-jar", jar, "--errors-only", "--stdout", "--exit-zero-always", "--format", "gnu", ...files];
  return new Promise((done, fail) => {
    execFile("java", args, { maxBuffer: 1e8 }, (error, stdout) => {
      if (error) fail(error);
      else done(stdout.split("\n").filter((line) => line !== ""));
    });
  });
}
