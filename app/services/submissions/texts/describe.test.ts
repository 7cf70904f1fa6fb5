import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { formNames, forms } from "#app/services/api/contract/forms/forms.ts";
import { toCsv } from "#app/services/submissions/inbox/csv.ts";
import { formatDetails, formatSubject, readSubmissionFields, toSingleLine, truncate } from "./describe.ts";
import { createOwnerTexts } from "./owner-texts.ts";

const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai" });

test.each(formNames)("every field of the form %s is in the owner's mails and in the CSV table", async (kind) => {
  const payload = Object.fromEntries(Object.keys(forms[kind].fields).map((name) => [name, `value of ${name}`]));
  const submission = { id: "1", reference: "AAAA2222", kind, createdAt: "2026-11-25T00:00:00Z", payload };
  const details = formatDetails(submission, ownerTexts).join("\n");
  const parts = Readable.from([[{ ...submission, status: "stored" as const }]]);
  const table = (await Array.fromAsync(toCsv(parts, ownerTexts))).join("");
  for (const value of Object.values(payload)) {
    expect(details).toContain(value);
    expect(table).toContain(value);
  }
});

const english = await createOwnerTexts({ OWNER_LANGUAGE: "en", OWNER_TIME_ZONE: "UTC" });
const herb = { id: "huang-qi", title: "黄芪", quantity: 20, unit: "kg" };

test.each([
  ["guestbook", { content: " Do you\nsend samples? " }, "Message: Ada (a@b.example), Do you send samples?"],
  ["guestbook", { content: "x".repeat(41) }, `Message: Ada (a@b.example), ${"x".repeat(40)}…`],
  ["guestbook", {}, "Message: Ada (a@b.example)"],
  [
    "quotation",
    { items: [{ ...herb, sample: true, licensedBuyersOnly: true }] },
    "Inquiry: Ada (a@b.example), 黄芪 20 kg (sample requested) (licensed buyers only)",
  ],
  [
    "quotation",
    { items: [herb, { ...herb, unit: "" }] },
    "Inquiry: Ada (a@b.example), 黄芪 20 kg and others (2 items)",
  ],
] as const)("a submission to %s with %j has the subject %j", (kind, fields, subject) => {
  const payload = { name: "Ada", contact: "a@b.example", ...fields };
  expect(formatSubject({ kind, payload, reference: "AAAA2222", createdAt: "2026-11-25T00:00:00Z" }, english)).toBe(
    subject,
  );
});

test("a stored text with any number of marks is described with at most 30 on a letter", () => {
  const payload = { name: "Ada", contact: "a@b.example", content: `a${"\u0e48".repeat(64_000)}` };
  expect(readSubmissionFields(payload).content).toBe(`a${"\u0e48".repeat(30)}`);
});

test("a text as long as its limit isn't truncated, and control characters become one space", () => {
  expect([truncate("药材", 2), truncate("药材的", 2)]).toEqual(["药材", "药材…"]);
  expect(toSingleLine("a\r\n\u2028b")).toBe("a b");
});
