import { expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { readGuestbook } from "./guestbook.ts";

const fine = { name: "王伟", contact: "138 1234 5678", content: "你好\r\n再见" };
const read = (fields: Record<string, string>) => readGuestbook(new URLSearchParams(fields), "cn");

test("a message is kept as typed, with line ends as \\n and the contact as a machine reads it beside it", () => {
  expect(read({ ...fine, name: "  王伟 ", subject: "" })).toEqual({
    message: { name: "  王伟 ", contact: "138 1234 5678", subject: undefined, content: "你好\n再见", locale: "cn" },
    contact: "+8613812345678",
  });
});

test.each([
  [{ name: " " }, { name: "required" }],
  [{ content: "\n\n" }, { content: "required" }],
  [{ contact: "call me" }, { contact: "contact" }],
  [{ contact: "" }, { contact: "required" }],
  [{ name: "药".repeat(limits.name + 1) }, { name: "tooLong" }],
  [{ content: "👨‍👩‍👧".repeat(limits.content + 1) }, { content: "tooLong" }],
  [{ subject: "a\u0007b" }, { subject: "controlCharacters" }],
  [{ website: "https://spam.example" }, { website: "trap" }],
])("%j is refused with %j, and what was typed is kept", (change, errors) => {
  const result = read({ ...fine, ...change });
  expect(result).toMatchObject({ errors });
  expect("values" in result && result.values).toMatchObject(change);
});

test("limits count what people count: 60 families of emoji are a name", () => {
  expect(read({ ...fine, name: "👨‍👩‍👧".repeat(limits.name) })).toHaveProperty("message");
});

test("a form with nothing in it names every field that must be filled", () => {
  expect(read({})).toMatchObject({ errors: { name: "required", contact: "required", content: "required" } });
});
