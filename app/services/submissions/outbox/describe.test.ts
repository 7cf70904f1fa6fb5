import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { formNames, forms } from "#app/services/api/contract/forms/forms.ts";
import { toCsv } from "../inbox/csv.ts";
import { createOwnerTexts } from "../inbox/owner-texts.ts";
import { formatDetails } from "./describe.ts";

const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai" });

test.each(formNames)("every field of the form %s is in the owner's mails and in the table", async (kind) => {
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
