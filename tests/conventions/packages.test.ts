import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readText = (file: string) => readFileSync(file, "utf8");

const { dependencies, devDependencies, scripts } = JSON.parse(readText("package.json")) as Record<
  "dependencies" | "devDependencies" | "scripts",
  Record<string, string>
>;

/** The list of packages in the section S29. */
const [, list = ""] = /^## S29 .*\n\n(.*) are used for their purposes/m.exec(readText("docs/specification.md"))!;

const sources = globSync(["{app,server,tests}/**/*.{ts,tsx}", "react-router.config.ts"]).map(readText);

test.each(list.split(/, | and /))("S29 the package %s is installed and used", (name) => {
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name]);
  const isImported = sources.some((source) => source.includes(`from "${name}"`) || source.includes(`from "${name}/`));
  expect(isImported || Object.values(scripts).some((script) => script.includes("react-router-serve"))).toBe(true);
});
