import { expect, test } from "vitest";
import { createTaskRegistry } from "./task-registry.ts";

test("an account's tasks are returned in the order of their start, and a second one doesn't hide a result", async () => {
  const registry = createTaskRegistry<string, string>();
  const works = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const runs = works.map(({ promise }, index) => registry.run("a", `task ${index}`, () => promise));
  expect(await Promise.all(runs)).toEqual([undefined, undefined]);
  works[1]!.resolve("second");
  expect(await registry.take("a")).toMatchObject({ facts: "task 0", result: undefined });
  works[0]!.resolve("first");
  expect(await registry.take("a")).toMatchObject({ facts: "task 0", result: "first" });
  expect(await registry.take("b")).toBeUndefined();
  expect(await registry.take("a")).toMatchObject({ facts: "task 1", result: "second" });
  expect(await registry.take("a")).toBeUndefined();
});
