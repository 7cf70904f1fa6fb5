import { describe, expect, test, vi } from "vitest";
import { formNames, forms, listFields } from "#app/services/api/contract/forms/forms.ts";
import { getSubmissionSchema, toSingleLineItem } from "#app/services/api/contract/forms/submissions.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import { readSubmission } from "./forms.ts";

vi.mock(import("#app/services/submissions/texts/contact.ts"), { spy: true });

const validFields = { name: "王伟", contact: "138 1234 5678", content: "你好\r\n再见" };
const limits = { name: forms.guestbook.fields.name.maxLength, content: forms.guestbook.fields.content.maxLength };
const parseForm = (fields: Record<string, string>) =>
  readSubmission("guestbook", new URLSearchParams(fields), { locale: "cn" });

test("texts stay as typed except for line breaks, and the normalised contact is returned separately", () => {
  expect(parseForm({ ...validFields, name: "  王伟 ", subject: "" })).toEqual({
    payload: { name: "  王伟 ", contact: "138 1234 5678", subject: undefined, content: "你好\n再见", locale: "cn" },
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
  [{ website: "https://spam.example" }, { website: "honeypot" }],
])("%j is rejected with %j, and the values are returned", (change, errors) => {
  const result = parseForm({ ...validFields, ...change });
  expect(result).toMatchObject({ errors });
  expect("values" in result && result.values).toMatchObject(change);
});

test("limits count characters as people do, so 60 family emoji are a valid name", () => {
  expect(parseForm({ ...validFields, name: "👨‍👩‍👧".repeat(limits.name) })).toHaveProperty("payload");
});

describe.each(formNames)("the form %s", (form) => {
  const addedFields = { locale: "en", ...("hasItems" in forms[form] && { items: [] }) } as const;
  const texts = Object.fromEntries(listFields(form).map(([name]) => [name, name === "contact" ? "a@b.cn" : name]));

  test("returns its fields in the order of its definition, and rejects missing required fields", () => {
    const result = readSubmission(form, new URLSearchParams(texts), addedFields);
    expect(result).toEqual({ payload: { ...texts, ...addedFields }, contact: texts["contact"] });
    expect("payload" in result && Object.keys(result.payload)).toEqual([
      ...Object.keys(texts),
      ...Object.keys(addedFields).sort(),
    ]);
    const requiredProblems = listFields(form).flatMap(([name, { isRequired }]) =>
      isRequired ? [[name, "required"]] : [],
    );
    expect(readSubmission(form, new URLSearchParams(), addedFields)).toMatchObject({
      errors: Object.fromEntries(requiredProblems),
    });
  });
});

test.each(["a\nb", "a\u202eb", "\ufff9a", "🌿".repeat(600), `${"a".repeat(999)}🌿`])(
  "a product's title becomes a valid item title, even with line breaks, control characters or too many characters (%#)",
  (title) => {
    const form = new URLSearchParams({ name: "Ada", contact: "ada@example.com" });
    const items = [{ id: "a", ...toSingleLineItem({ title }), quantity: 1 }];
    expect(readSubmission("quotation", form, { items, locale: "en" })).toMatchObject({ payload: { items } });
  },
);

describe("characters in a single line", () => {
  const parseFields = (fields: Record<string, string>) =>
    parseForm({ name: "Ada", contact: "ada@b.cn", content: "Hello", ...fields });
  const getProblem = (field: "name" | "subject" | "contact" | "content", value: string) => {
    const result = parseFields({ [field]: value });
    return "errors" in result ? result.errors[field] : undefined;
  };

  test.each(["a\nb", "a\r\nb", "a\rb", "a\u2028b", "a\u2029b", "a\u0085b", "a\u000bb", "Ada\n"])(
    "%j is rejected, because it has more than one line",
    (value) => {
      for (const field of ["name", "subject"] as const) expect(getProblem(field, value)).toBe("lineEnds");
      expect(getProblem("contact", value)).toBeDefined();
    },
  );

  test.each(["a\u0000", "a\u001b[2J", "a\u009b"])("%j is rejected, because it has control characters", (value) => {
    for (const field of ["name", "subject"] as const) expect(getProblem(field, value)).toBe("controlCharacters");
  });

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
  ])("%j has no visible characters, so a required field rejects it", (value) => {
    expect(getProblem("name", value)).toBe("required");
    expect(getProblem("content", value)).toBe("required");
    // The field rejects U+2800, a braille pattern without dots. All other characters are removed, so that an optional
    // field is empty.
    expect(getProblem("subject", value)).toBe(value === "\u2800" ? "controlCharacters" : undefined);
  });

  test.each([
    ["\u202eadA", "adA"],
    ["a\u2066b\u2069", "ab"],
    ["\u200b⻩\ufe00芪\ufeff", "黄芪"],
    ["Zoe\u0301", "Zoé"],
  ])("%j is stored as %s", (value, stored) => {
    const text = { name: value, subject: value, content: value };
    const expected = { name: stored, subject: stored, content: stored };
    expect(parseFields(text)).toMatchObject({ payload: expected });
    const payload = { ...text, contact: "ada@b.cn", locale: "en" };
    expect(getSubmissionSchema("guestbook").parse(payload)).toMatchObject(expected);
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
  ])("%s is a valid name", (value) => {
    expect(getProblem("name", value)).toBeUndefined();
    expect(getProblem("subject", value)).toBeUndefined();
  });

  test("a tab in a single-line field becomes a space, and rare line ends in a text become line breaks", () => {
    expect(parseFields({ name: "Ada\tLovelace", content: "a\u000bb\u000cc\u0085d" })).toMatchObject({
      payload: { name: "Ada Lovelace", content: "a\nb\nc\nd" },
    });
  });

  test("a text may contain line breaks and tabs; of thousands of combining marks a character keeps some", () => {
    expect(getProblem("content", "one\r\ntwo\n\n\tthree עברית")).toBeUndefined();
    expect(getProblem("content", "a\u0000")).toBe("controlCharacters");
    expect(getProblem("name", `a${"\u0301".repeat(2000)}`)).toBeUndefined();
  });
});

test.each<Record<string, string>>([{ website: "https://spam.example" }, { contact: "1".repeat(255) }])(
  "the contact of a robot's form, or one that is too long, isn't parsed: %j",
  (change) => {
    vi.mocked(normaliseContact).mockClear();
    expect(parseForm({ ...validFields, ...change })).toHaveProperty("errors");
    expect(normaliseContact).not.toHaveBeenCalled();
  },
);
