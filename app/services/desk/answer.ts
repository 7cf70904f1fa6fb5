import type { StoredSubmission } from "#app/services/submissions/inbox/submission-list.ts";
import {
  formatTopic,
  joinTexts,
  readSubmissionFields,
  toSingleLine,
  truncate,
} from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

/** Maximum characters of a URL in mail programs. */
const maxUrlLength = 1800;

const maxNameLength = 30;

const encode = (text: string) => encodeURIComponent(text.toWellFormed().replaceAll("\n", "\r\n"));

/** @param ownerTexts texts in the visitor's language */
export function createReplyMailto(
  email: string,
  { reference, kind, payload }: StoredSubmission,
  ownerTexts: OwnerTexts,
): string {
  const fields = readSubmissionFields(payload);
  const name = truncate(toSingleLine(fields.name), maxNameLength);
  const subject = encode(ownerTexts.t("desk.answer.subject", { reference, context: kind }));
  const salutation = encode(ownerTexts.t("desk.answer.beginning", { name, context: kind }));
  const url = `mailto:${encode(email).replace("%40", "@")}?subject=${subject}&body=${salutation}`;
  return url + quote(joinTexts(kind, fields) || formatTopic(kind, fields, ownerTexts), maxUrlLength - url.length);
}

/** Quotes a text, truncated between words. */
function quote(text: string, maxLength: number): string {
  const ellipsis = encode("…");
  let quoted = encode("> ");
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    const word = encode(segment.replaceAll("\n", "\n> "));
    if (quoted.length + word.length + ellipsis.length > maxLength) return quoted + ellipsis;
    quoted += word;
  }
  return quoted;
}
