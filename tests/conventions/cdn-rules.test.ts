import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cdnRules } from "../../deploy/cdn-rules.ts";

test.each(Object.entries(cdnRules))("%s is generated from the table of routes: npm run cdn-rules", (file, create) => {
  expect(readFileSync(file, "utf8")).toBe(create());
});

test("the expression for Cloudflare is no longer than Cloudflare accepts", () => {
  const rules = JSON.parse(cdnRules["deploy/cloudflare/cache-rules.json"]()) as { rules: { expression: string }[] };
  expect(rules.rules[0]!.expression.length).toBeLessThan(4096);
});
