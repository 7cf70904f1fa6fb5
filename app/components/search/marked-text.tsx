import type { Marks } from "../../services/api/contract/hits.ts";

/** A text in which the matches of a search are marked. */
export function MarkedText({ text, marks = [] }: { text: string; marks?: Marks | undefined }) {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends[marks.length])}
    </>
  );
}
