import { expect, test } from "vitest";
import { derivedKeys, isKey, sameSubmissionWindow } from "./keys.ts";

const payload = { content: "a" };

test("the same text from the same sender has the same key in a window, and is found from the next one", () => {
  const now = 5 * sameSubmissionWindow;
  const [first] = derivedKeys("guestbook", payload, "1.2.3.4", now);
  expect(derivedKeys("guestbook", payload, "1.2.3.4", now + 1000)[0]).toBe(first);
  expect(derivedKeys("guestbook", payload, "1.2.3.4", now + sameSubmissionWindow)[1]).toBe(first);
  expect(derivedKeys("guestbook", payload, "1.2.3.5", now)[0]).not.toBe(first);
  expect(derivedKeys("guestbook", { content: "b" }, "1.2.3.4", now)[0]).not.toBe(first);
  expect(derivedKeys("quotation", payload, "1.2.3.4", now)[0]).not.toBe(first);
});

test("a key is what a script makes", () => {
  expect(isKey("0f8fad5b-d9cb-469f-a165-70867728950e")).toBe(true);
  for (const wrong of [null, "", "short", "a b c d e f g h i j k", "x".repeat(65)]) expect(isKey(wrong)).toBe(false);
});
