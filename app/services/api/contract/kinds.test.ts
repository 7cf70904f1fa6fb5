import { expect, test } from "vitest";
import { settingsSchema } from "./entities.ts";
import { getKindsInUse, kinds } from "./kinds.ts";

test.each([
  [undefined, kinds],
  [null, kinds],
  ["product", kinds],
  [["machine"], kinds],
  [[], []],
  [
    ["product", "machine", "news"],
    ["news", "product"],
  ],
])("settings with kindsInUse %j show %j", (kindsInUse, expected) => {
  expect(getKindsInUse(settingsSchema.parse({ kindsInUse }))).toEqual(expected);
});

test("without settings all kinds are shown", () => {
  expect(getKindsInUse(null)).toEqual(kinds);
});
