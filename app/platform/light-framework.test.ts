import type { Plugin } from "vite";
import { expect, test } from "vitest";
import { lightFramework } from "./light-framework.ts";

type Transform = (code: string, id: string) => { code: string } | undefined;

const withoutUnused = lightFramework().find(({ name }: Plugin) => name === "without-unused-ways")!
  .transform as Transform;
const discovery = "/node_modules/react-router/dist/production/lib/dom/ssr/fog-of-war.js";

test("of a way of working that is off the names are left, and nothing happens behind them", async () => {
  const { code } = withoutUnused("function isOn() { return true }\nexport { isOn, later };\n", discovery)!;
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, () => unknown>;
  expect(Object.keys(module).sort()).toEqual(["isOn", "later"]);
  expect([module["isOn"]!(), module["later"]!()]).toEqual([undefined, undefined]);
});

test("another file stays as it is", () => {
  expect(withoutUnused("export { a };", "/node_modules/react-router/dist/production/lib/hooks.js")).toBeUndefined();
});

test("a framework that exports otherwise than it did stops the build, and the sentence says where to look", () => {
  expect(() => withoutUnused("export const isOn = () => true;", discovery)).toThrow(/withoutUnusedWays/);
});
