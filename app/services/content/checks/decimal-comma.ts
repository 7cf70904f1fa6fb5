import type { z } from "zod";

/** Returns a number with a comma before its decimals, such as `1,5`, as it has to be written; `undefined` for another value. */
export function writeWithPoint(input: unknown): string | undefined {
  const [, whole, decimals] = /^(-?\d+)[,，](\d{1,2})$/u.exec(typeof input === "string" ? input.trim() : "") ?? [];
  return whole && `${whole}.${decimals}`;
}

/** Finds a number with a comma before its decimals at the beginning of a text, as some languages write it: `8,1%`. */
export function findDecimalComma(text: string): string | undefined {
  const [, whole, decimals] = /^[≤≥<>]? ?(\d+),(\d{1,2})(?![\d,])/.exec(text.trim()) ?? [];
  return whole && `has a comma between its digits: write ${whole}.${decimals}`;
}

/** Explains a number such as `1,5` between braces, where YAML reads the digits after the comma as a field of their own. */
export function explainDecimalComma(
  key: string,
  { input, path }: z.core.$ZodIssueUnrecognizedKeys,
): { path: PropertyKey[]; message: string } | undefined {
  const fields = (input ?? {}) as Record<string, unknown>;
  if (!/^\d+$/.test(key) || fields[key] !== null) return undefined;
  const numbers = Object.keys(fields).filter((name) => typeof fields[name] === "number");
  // Of several numbers, it isn't known which one has the comma.
  return {
    path: [...path, ...(numbers.length === 1 ? numbers : [])],
    message: "a number has a comma before its decimals: write a point, such as 1.5",
  };
}
