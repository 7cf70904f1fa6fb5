/*
 * SQLite's tokenizers find nothing for a Chinese word of two characters, so texts and queries are split here:
 * runs of Han into overlapping pairs, anything else into words without accents.
 */

const run = /\p{Script=Han}+|[\p{L}\p{N}]+/gu;
const han = /^\p{Script=Han}/u;

function normalise(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
}

function runsOf(text: string): string[] {
  // A word may be glued to Han characters (`维生素C`): the pattern would take both as letters.
  return (
    normalise(text)
      .replace(/(\p{Script=Han}+)/gu, " $1 ")
      .match(run) ?? []
  );
}

/** `黄芪片` → `黄芪`, `芪片`. */
function pairs(characters: string[]): string[] {
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The tokens of a text, joined by spaces, for the index. A run of Han ends in its last character alone. */
export function indexTokens(text: string): string {
  return runsOf(text)
    .flatMap((word) => {
      if (!han.test(word)) return [word];
      const characters = [...word];
      return [...pairs(characters), characters.at(-1)!];
    })
    .join(" ");
}

/** An FTS5 expression that every word of `keyword` must meet, or `undefined` where it has none (`!!`). */
export function searchExpression(keyword: string): string | undefined {
  const terms = runsOf(keyword).map((word) => {
    const characters = [...word];
    const isPhrase = han.test(word) && characters.length > 1;
    return isPhrase ? `"${pairs(characters).join(" ")}"` : `"${word}"*`;
  });
  return terms.length > 0 ? `(${terms.join(" AND ")})` : undefined;
}
