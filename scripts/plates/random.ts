/** Creates a repeatable sequence of random numbers from a seed. */
export interface Random {
  between(low: number, high: number): number;
  /** Returns a value near `value`, which differs by at most `share` of it. */
  around(value: number, share: number): number;
  chance(probability: number): boolean;
}

function hash(text: string): number {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

export function createRandom(seed: string): Random {
  let state = hash(seed);
  // mulberry32 is small, and random enough for drawings.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    around: (value, share) => value * (1 + (next() * 2 - 1) * share),
    chance: (probability) => next() < probability,
  };
}
