import { LRUCache } from "lru-cache";
import { Converter } from "opencc-js/t2cn";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";

const converter = Converter({ from: "t", to: "cn" });

const cache = new LRUCache<string, string>({
  max: 50_000,
  memoMethod: (character) => [...converter(normaliseUnicode(character, "NFKC"))][0] ?? character,
});

/** Converts a Han character without its context, because queries have hardly any. */
export const simplifyCharacter = (character: string): string => cache.memo(character);
