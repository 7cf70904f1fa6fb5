import { pinyin } from "pinyin-pro";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { tokenize } from "./terms.ts";

export type Reading = { characters: string[]; syllables: string[] };

/** Returns all readings of a Han character, without tones. */
export function getSyllables(character: string): string[] {
  return pinyin(character, { toneType: "none", type: "array", multiple: true }).map(stripTones);
}

/** Aligns a name with its Pinyin; `undefined` if the Pinyin doesn't match. */
export function alignReading(name: string, written: string): Reading | undefined {
  const tokens = tokenize(name);
  if (tokens.length === 0 || !tokens.every(({ isHan }) => isHan)) return undefined;
  const characters = tokens.map(({ term }) => term);
  const letters = stripTones(written).replace(/[^a-z]/g, "");
  const syllables = alignSyllables(characters, letters);
  return syllables && { characters, syllables };
}

function alignSyllables(characters: readonly string[], letters: string): string[] | undefined {
  const [character, ...others] = characters;
  if (character === undefined) return letters === "" ? [] : undefined;
  for (const sound of getSyllables(character)) {
    const rest = letters.startsWith(sound) ? alignSyllables(others, letters.slice(sound.length)) : undefined;
    if (rest) return [sound, ...rest];
  }
  return undefined;
}

/** Returns the syllables: from `readings` for known names, otherwise from the library, which misreads some (白术, 厚朴). */
export function toSyllables(run: string, readings: readonly Reading[]): string[] {
  const syllables = pinyin(run, { toneType: "none", type: "array" }).map(stripTones);
  for (const { characters, syllables: givenSyllables } of readings) {
    const name = characters.join("");
    for (let at = run.indexOf(name); at >= 0; at = run.indexOf(name, at + 1)) {
      const place = Array.from(run.slice(0, at)).length;
      syllables.splice(place, givenSyllables.length, ...givenSyllables);
    }
  }
  return syllables;
}

function stripTones(written: string): string {
  return normaliseUnicode(written, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
