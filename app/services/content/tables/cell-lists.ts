/** Separators of a list of names. A line break is also one. */
const nameSeparators = /[、，,；;]/;
/** Separators of names in a cell of several lines. A comma within a line may be part of a name. */
const nameSeparatorsInLine = /[、，；;]/;
const pairSeparators = /[；;]/;
const colon = /[：:]/;

/** Writes a list of texts in a cell: `养血、亳州`. A text with a separator in it is put between quotes. */
export function joinNames(names: readonly string[], separator: string): string {
  return names.map((name) => (nameSeparators.test(name) || needsQuotes(name) ? quote(name) : name)).join(separator);
}

/** Reads what `joinNames` writes, and what people write: separated by commas, semicolons, `、` or line breaks. */
export function splitNames(cell: string): string[] {
  const lines = splitOutsideQuotes(cell, /\n/, nameSeparators);
  const isByComma = removeEmpty(lines).length === 1 || lines.some((line) => line.trimEnd().endsWith(","));
  return lines.flatMap((line) => splitParts(line, isByComma ? nameSeparators : nameSeparatorsInLine)).map(unquote);
}

/** Writes pairs in a cell, one on each line: `产地：甘肃`. */
export function joinPairs(pairs: readonly (readonly [string, string])[], separator: string): string {
  const parts = pairs.map(([name, value]) => {
    const part = (colon.test(name) || needsQuotes(name) ? quote(name) : name) + separator + value;
    const isSplit = part.includes("\n") || (pairs.length === 1 && pairSeparators.test(part));
    const isCut = part !== part.trimStart() || part !== removeSeparatorsAtEnd(part, pairSeparators);
    return isSplit || isCut || hasSeveralPairs(part) ? quote(part) : part;
  });
  return parts.join("\n");
}

/** Reads pairs, separated by semicolons or line breaks. A part without a colon has an empty value. */
export function splitPairs(cell: string): [string, string][] {
  return splitPairParts(cell).map((quotedPart) => {
    const part = unquote(quotedPart);
    const end = part.startsWith('"') ? findQuoteEnd(part, 0) : -1;
    const rest = end === -1 ? "" : part.slice(end).trimStart();
    if (colon.test(rest.charAt(0))) return [unquote(part.slice(0, end)), rest.slice(1).trim()];
    const at = part.search(colon);
    return at === -1 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });
}

/** Finds a line that may be one pair or several. It isn't split, because a value may have a semicolon and a colon. */
export function findUnclearPair(cell: string): string | undefined {
  return splitPairParts(cell).find((part) => !part.startsWith('"') && unquote(part) === part && hasSeveralPairs(part));
}

/** In a cell of several lines, a semicolon separates only at the end of a line. */
function splitPairParts(cell: string): string[] {
  const lines = removeEmpty(splitOutsideQuotes(cell, /\n/, pairSeparators));
  if (lines.length <= 1) return splitParts(cell, pairSeparators);
  return removeEmpty(lines.map((line) => removeSeparatorsAtEnd(line, pairSeparators)));
}

function hasSeveralPairs(part: string): boolean {
  const [first, ...others] = part.split(pairSeparators);
  return colon.test(first!) && others.some((other) => colon.test(other));
}

/** Splits a list of which no part has a separator in it. */
export function splitEntries(cell: string): string[] {
  return cell.split("\n").flatMap((line) => splitParts(line, nameSeparators));
}

function needsQuotes(text: string): boolean {
  return /^["“]/.test(text) || text.includes("\n") || text !== text.trim();
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Removes quotes around a whole part. */
function unquote(part: string): string {
  if (!/^["“]/.test(part) || findQuoteEnd(part, 0) !== part.length) return part;
  if (part.startsWith("“")) return part.slice(1, -1);
  return part.slice(1, -1).replaceAll('""', '"');
}

/** Returns the index after the quoted text at `start`; −1 if its quote is never closed. */
function findQuoteEnd(text: string, start: number): number {
  if (text[start] === "“") return text.indexOf("”", start) + 1 || -1;
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end === -1 ? -1 : end + 1;
}

function splitParts(text: string, separators: RegExp): string[] {
  return removeEmpty(splitOutsideQuotes(text, separators, separators));
}

function removeSeparatorsAtEnd(line: string, separators: RegExp): string {
  let text = line.trimEnd();
  while (separators.test(text.at(-1) ?? "")) text = text.slice(0, -1).trimEnd();
  return text;
}

function removeEmpty(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Splits a text at separators. Quotes only count at the start, and after a line break or one of `others`. */
function splitOutsideQuotes(cell: string, separator: RegExp, others: RegExp): string[] {
  const parts: string[] = [];
  let start = 0;
  let isStart = true;
  for (let at = 0; at < cell.length; at++) {
    const character = cell[at]!;
    const end: number = isStart && /["“]/.test(character) ? findQuoteEnd(cell, at) : -1;
    if (end !== -1) {
      at = end - 1;
      isStart = false;
      continue;
    }
    if (separator.test(character)) {
      parts.push(cell.slice(start, at));
      start = at + 1;
    }
    isStart = character === "\n" || others.test(character) || (isStart && character.trim() === "");
  }
  return [...parts, cell.slice(start)];
}
