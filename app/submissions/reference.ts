import { randomInt } from "node:crypto";

/** Digits and capitals of which no two look alike, in print or by hand. */
const alphabet = "2346789ACDEFGHJKMNPQRTWXY";

const length = 8;

/** A new reference number: 8 characters, one of 150 thousand million. */
export function newReference(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Whether a text from an address can be a reference number. */
export function isReference(value: string | null): value is string {
  return value !== null && value.length === length && [...value].every((character) => alphabet.includes(character));
}
