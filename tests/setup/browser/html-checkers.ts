import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

/** Folder with its own package-lock.json, because the Nu HTML checker takes 36 MB and needs Java. */
export const htmlFolder = resolve("tests", "html");

const jar = join(htmlFolder, "node_modules", "vnu-jar", "build", "dist", "vnu.jar");

export function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}

/** Returns the reason why the Nu HTML checker can't run; `undefined` if it can. */
export function getMissingNuReason(): string | undefined {
  if (!hasJava()) return "there is no Java";
  return existsSync(jar) ? undefined : `npm ci --prefix ${join("tests", "html")} would install it`;
}

type Message = { ruleId: string; message: string; line: number; column: number };
type Report = { results: { messages: Message[] }[] };
type Validator = { validateString(html: string): Promise<Report> };

/** Creates a validator for the rules of the HTML standard and of accessibility. */
export function createHtmlValidator(): (html: string) => Promise<string[]> {
  const require = createRequire(join(htmlFolder, "package.json"));
  const { HtmlValidate } = require("html-validate") as { HtmlValidate: new (config: object) => Validator };
  const validator = new HtmlValidate({
    root: true,
    extends: ["html-validate:standard", "html-validate:a11y"],
    // A table's wrapper has the role `region`, because a `section` element would change the text's structure.
    rules: { "prefer-native-element": ["error", { exclude: ["region"] }] },
  });
  return async (html) => {
    const { results } = await validator.validateString(html);
    const messages = results.flatMap((result) => result.messages);
    return messages.map(({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`);
  };
}

export function findNuErrors(files: string[]): Promise<string[]> {
  const args = ["-jar", jar, "--errors-only", "--stdout", "--exit-zero-always", "--format", "gnu", ...files];
  return new Promise((resolve, reject) => {
    execFile("java", args, { maxBuffer: 1e8 }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout.split("\n").filter((line) => line !== ""));
    });
  });
}
