import { describe, expect, test } from "vitest";
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

describe("what a line may hold", () => {
  const read = (fields: Record<string, string>) =>
    readGuestbook(new URLSearchParams({ name: "Ada", contact: "ada@b.cn", content: "Hello", ...fields }), "en");
  const problemOf = (field: "name" | "subject" | "contact" | "content", value: string) => {
    const result = read({ [field]: value });
    return "errors" in result ? result.errors[field] : undefined;
  };

  test.each(["a\nb", "a\r\nb", "a\rb", "a\u2028b", "a\u2029b", "a\u0085b", "a\u000bb", "Ada\n"])(
    "%j is more than one line",
    (value) => {
      for (const field of ["name", "subject"] as const) expect(problemOf(field, value)).toBe("lineEnds");
      expect(problemOf("contact", value)).toBeDefined();
    },
  );

  test.each(["a\tb", "\u202eadA", "a\u202a", "a\u2066b\u2069", "a\u0000", "a\u001b[2J", "a\u009b", "\ufff9a"])(
    "%j has what can't be seen",
    (value) => {
      for (const field of ["name", "subject"] as const) expect(problemOf(field, value)).toBe("controlCharacters");
    },
  );

  test.each([
    "\u200b",
    "\u200b\u200d \u2060",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\ufeff",
    "\u00ad",
    "\u180e",
    "\u200f",
    "\ufe0f",
  ])("%j is nothing", (value) => {
    expect(problemOf("name", value)).toBe("required");
    expect(problemOf("content", value)).toBe("required");
    // What counts as white space is as good as left out.
    expect(problemOf("subject", value)).toBe(value.trim() === "" ? undefined : "controlCharacters");
  });

  test.each([
    "王小明",
    "أحمد بن علي",
    "محمد\u200cرضا",
    "Zoe\u0301",
    "👩‍👩‍👧‍👦",
    "ชัยวัฒน์",
    "O’Neill-Šimić",
    "नीलम शर्मा",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "דוד\u200f",
  ])("%s is a name", (value) => {
    expect(problemOf("name", value)).toBeUndefined();
    expect(problemOf("subject", value)).toBeUndefined();
  });

  test("a text has lines, tabs and marks of direction; a character of thousands of marks is too long", () => {
    expect(problemOf("content", "one\r\ntwo\n\n\tthree \u2067עברית\u2069")).toBeUndefined();
    expect(problemOf("content", "a\u0000")).toBe("controlCharacters");
    expect(problemOf("name", `a${"\u0301".repeat(2000)}`)).toBe("tooLong");
  });
});
