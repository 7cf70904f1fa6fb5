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
])("settings with kindsInUse %j result in the kinds %j", (kindsInUse, expected) => {
  expect(getKindsInUse(settingsSchema.parse({ kindsInUse }))).toEqual(expected);
});

test("without settings all kinds are in use", () => {
  expect(getKindsInUse(null)).toEqual(kinds);
});
