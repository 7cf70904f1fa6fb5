import { isStopWord } from "./stop-words.ts";

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Divides a run of Han characters into the names in it, the longest first, and the words between them. */
export function divideRun(run: string, names: readonly string[]): string[] {
  const name = names.find((one) => run.includes(one));
  if (name === undefined) return divideIntoWords(run);
  const start = run.indexOf(name);
  return [...divideRun(run.slice(0, start), names), name, ...divideRun(run.slice(start + name.length), names)];
}

/** Divides a text without names. The segmenter divides words that it doesn't know into characters, which are joined again. */
function divideIntoWords(text: string): string[] {
  const segments = segment(text).map((part) => (part.length > 1 || isStopWord(part) ? ` ${part} ` : part));
  return segments.join("").split(" ").filter(Boolean);
}

export function segment(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment);
}
