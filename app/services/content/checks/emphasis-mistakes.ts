import type { LinePattern } from "./plain-line.ts";
import type { TextMistake } from "./text-mistakes.ts";

const unclosedMessage =
  "** would be shown as it is: write `**words**` without spaces inside, and close it on the same line";

const explainPunctuation = (marked: string) =>
  `${marked} would be shown as it is: put the punctuation mark outside, or a space beside it`;

const explainUnderscores = () =>
  "words between underscores would be shown with them: write `*…*` for slanted words, `**…**` for strong ones";

const explainStruck = (marked: string) =>
  `${marked} would be shown as it is: write \`~~…~~\` without spaces inside to strike words out`;

/** Patterns of signs around words that Markdown doesn't take for emphasis. */
export const emphasisPatterns: readonly LinePattern[] = [
  [/(?<=[\p{L}\p{N}])(__[^_\s][^_]*__)|(__[^_\s][^_]*__)(?=[\p{L}\p{N}])/u, explainUnderscores],
  // A name such as 规格_表_新.pdf is none.
  [
    /(?<=\p{Script=Han})_[^\w\s.]+_(?![\w.])(?!\p{Script=Han}{1,40}\.)|(?<!\w)_[^\w\s.]+_(?=\p{Script=Han})(?!\p{Script=Han}{1,40}\.)/u,
    explainUnderscores,
  ],
  [/(\*\*[^*]*\p{P}\*\*(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])\*\*\p{P}[^*]*\*\*)/u, explainPunctuation],
  // A single * is also the mark of a note, as in 黄芪*、当归*.
  [
    /((?<![^\s\p{P}])\*[^*\s][^*]*[。．.：:！!？?》”’）)】」』]\*(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])\*[《“‘（(【「『][^*]*[》”’）)】」』]\*)/u,
    explainPunctuation,
  ],
  [/(==[^=\s][^=]*==)/u, (marked) => `${marked} would be shown as it is: write \`**…**\` for strong words`],
  [/((?<![\p{L}\p{N}~])~~[^~]+~~|~~[^~]*\s~~)/u, explainStruck],
  [/(?:^|[\s\p{P}])(~\p{L}(?:[^~]*[^~\s])?~)(?=$|[\s\p{P}])/u, explainStruck],
  // After a number and before P<0.01 they are signs of statistics.
  [/(?<![\d.*])(\*\*)(?!\*?\s?P\s?[<＜≤=])/iu, () => unclosedMessage],
];

/** Leaves out the end of strong words that begin in a paragraph above, because both are one mistake. */
export function removeStrongEnds(mistakes: readonly TextMistake[], text: string): TextMistake[] {
  const lines = text.split("\n");
  let isOpen = false;
  return mistakes.filter(({ line, message }) => {
    if (message !== unclosedMessage) return true;
    const isEnd = isOpen && /[^\s*]\*\*/.test(lines[line]!);
    isOpen = !isEnd && /\*\*[^\s*]/.test(lines[line]!);
    return !isEnd;
  });
}
