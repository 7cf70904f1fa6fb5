import { randomInt } from "node:crypto";

/** Digits and upper-case letters without look-alikes. */
const alphabet = "2346789ACDEFGHJKMNPQRTWXY";

export const referenceLength = 8;

/** Creates a random reference, one of 150 billion. */
export function createReference(): string {
  return Array.from({ length: referenceLength }, () => alphabet[randomInt(alphabet.length)]).join("");
}

export function isReference(value: string | null): value is string {
  return (
    value !== null && value.length === referenceLength && [...value].every((character) => alphabet.includes(character))
  );
}
