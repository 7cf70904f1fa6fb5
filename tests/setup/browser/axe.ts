import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 A and AA, and axe's best practices. */
export const rules: RunOptions = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };

export const contrastRules: RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** Returns the violations that axe finds on a page, each with URL, rule and element. */
export async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  // The script is injected by the debugger, because the page's policy blocks scripts.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  // Scrolls to the top, because axe reports targets under the sticky header as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  const { violations } = (await page.evaluate(
    (options) => (window as unknown as { axe: { run(options: object): unknown } }).axe.run(options),
    options,
  )) as AxeResults;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id} ${target.join(" ")}`));
}
