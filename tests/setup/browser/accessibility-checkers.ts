import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright";
import { htmlFolder } from "./html-checkers.ts";

const require = createRequire(join(htmlFolder, "package.json"));
const readScript = (path: string) => readFileSync(require.resolve(path), "utf8");
const ibm = readScript("accessibility-checker-engine/ace.js");
const htmlcs = readScript("html_codesniffer/build/HTMLCS.js");

/** Ignored rules. This one requires a label for each form, but a form without a name has no role (HTML-AAM). */
const mistakenRules = ["aria_form_label_unique"];

/** Returns the violations of WCAG 2.2 A and AA that IBM's checker finds, each with URL, rule and element. */
export async function findIbmViolations(page: Page): Promise<string[]> {
  await page.evaluate(`${ibm}; window.ace = ace;`);
  const results = await page.evaluate(async () => {
    type Result = { ruleId: string; value: [string, string]; path: { dom: string }; snippet: string; message: string };
    type Checker = new () => { check(document: Document, rules: string[]): Promise<{ results: Result[] }> };
    const { Checker } = (window as unknown as { ace: { Checker: Checker } }).ace;
    const { results } = await new Checker().check(document, ["WCAG_2_2"]);
    return results.filter(({ value: [level, outcome] }) => level === "VIOLATION" && outcome === "FAIL");
  });
  return results
    .filter(({ ruleId }) => !mistakenRules.includes(ruleId))
    .map(({ ruleId, snippet, message }) => `${page.url()} ${ruleId} ${snippet}: ${message}`);
}

/** Returns the errors of WCAG 2.1 AA that HTML_CodeSniffer finds, each with URL, rule and element. */
export async function findHtmlcsErrors(page: Page): Promise<string[]> {
  await page.evaluate(htmlcs);
  const errors = await page.evaluate(async () => {
    type Message = { type: number; code: string; msg: string; element: Element };
    type Checker = { process(standard: string, document: Document, done: () => void): void; getMessages(): Message[] };
    const checker = (window as unknown as { HTMLCS: Checker }).HTMLCS;
    await new Promise<void>((resolve) => checker.process("WCAG2AA", document, resolve));
    const errors = checker.getMessages().filter(({ type }) => type === 1);
    return errors.map(({ code, element, msg }) => `${code} ${element.outerHTML.slice(0, 120)}: ${msg}`);
  });
  return errors.map((error) => `${page.url()} ${error}`);
}
