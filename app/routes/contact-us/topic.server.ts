import { readId, readTopic } from "#app/http/params.ts";
import { getApi, getT, type Context } from "#app/http/request-context.ts";
import { loadKindsInUse } from "#app/loaders/site.server.ts";
import { normaliseBatchNumber } from "#app/services/api/contract/batches/batch-number.ts";
import { isNumberLike, splitNote } from "#app/services/api/contract/batches/note-numbers.ts";
import type { FieldValues } from "#app/services/api/contract/forms/form-results.ts";
import { isKind } from "#app/services/api/contract/kinds.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { maxAmountLength } from "#app/services/submissions/orders/formula-order.ts";

/** Fills in the form from the page visited before: titles of existing items, batch numbers, or a keyword. */
export async function loadTopic(context: Context, url: URL): Promise<FieldValues> {
  const topic = readTopic(url.searchParams.get("about"));
  const t = getT(context, "contact");
  if (topic?.kind === "search") return { subject: t("about.search", { q: topic.name }) };
  if (topic?.kind === "batch") return describeBatches(context, topic.name);
  const formulaId = readId(url.searchParams.get("formula") ?? "");
  const [about, title] = await Promise.all([
    topic && loadTitle(context, topic),
    formulaId && loadTitle(context, { kind: "prescription", name: formulaId }),
  ]);
  const decoction = title && t("about.decoction", { title });
  return { subject: [about, decoction, title && readAmount(context, url)].filter(Boolean).join(" · ") || undefined };
}

/** Returns the typed amount of a formula, with its unit unless words were typed. */
function readAmount(context: Context, { searchParams }: URL): string {
  const typed = searchParams.get("amount")?.slice(0, maxAmountLength).trim() ?? "";
  const unit = searchParams.get("per") === "kilograms" ? "kilograms" : "doses";
  return /^$|\p{L}/u.test(typed) ? typed : `${typed} ${getT(context, "info")(`prescription.order.${unit}`)}`;
}

async function loadTitle(context: Context, { kind, name }: { kind: string; name: string }) {
  const { content, ...api } = getApi(context);
  const isShown = isKind(kind) && (await loadKindsInUse({ content, ...api })).includes(kind);
  return isShown ? (await api.optional(content.info(kind, name)))?.title : undefined;
}

/** Matches a short or spaced number, which a delivery note would parse as a quantity, for example `xx 1`. */
const shortNumberPattern = /^[a-z]{0,4}[ -]?\d[a-z\d]*(?:[ ./-]\d[a-z\d]*)*$/i;

/** Fills in only text that looks like numbers, because links may have any text. */
function describeBatches(context: Context, text: string): FieldValues {
  const t = getT(context, "contact");
  const numbers = splitNote(text)
    .map((part) => normaliseUnicode(part, "NFKC"))
    .flatMap((part) => (shortNumberPattern.test(part) ? part : isNumberLike(part) ? normaliseBatchNumber(part) : []))
    .filter((number) => number.length <= limits.batchNumber && /^[a-z\d ./-]+$/i.test(number))
    .slice(0, limits.noteNumbers);
  const [number] = numbers;
  if (numbers.length < 2) return { subject: number && t("about.batch", { number }) };
  return { subject: t("about.batches"), content: `${numbers.join("\n")}\n` };
}
