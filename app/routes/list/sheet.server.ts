import { getApi, type Context } from "#app/http/request-context.ts";
import { addBatches, createItemLine } from "#app/loaders/item-lines.server.ts";
import { loadSentences } from "#app/loaders/site.server.ts";
import type { Row } from "#app/services/api/contract/entities.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";

/** Loads the order sheet's lines. */
export async function loadSheet(context: Context, products: readonly Row[]) {
  const rows = products as readonly Row<"product">[];
  const { sample } = await loadSentences(getApi(context));
  const letters = listLetters("product", rows);
  const lines = rows.map((row, index) => ({ ...createItemLine(context, row), letter: letters[index] }));
  return { hasSamples: sample !== undefined, rows: await addBatches(context, lines) };
}

/** Lists each row's letter, which only the first row of a letter has. */
export function listLetters(kind: Kind, rows: readonly Row[]): (string | undefined)[] {
  const letters = rows.map((row) => getLetter(kind, row));
  return letters.map((letter, index) => (letters.indexOf(letter) === index ? letter : undefined));
}

/** Returns the first Latin initial of title and names. For a Chinese title, it is the initial of the Pinyin. */
function getLetter(kind: Kind, row: Row): string | undefined {
  const texts = [row.title, ...listItemNames(kind, row).map(({ text }) => text)];
  return texts
    .map((text) => normaliseUnicode(text, "NFD").charAt(0).toUpperCase())
    .find((letter) => /[A-Z]/.test(letter));
}
