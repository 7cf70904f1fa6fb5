import { findBadCharacter } from "../files/content-words.ts";
import { emphasisPatterns } from "./emphasis-mistakes.ts";
import { foreignMarkup } from "./foreign-markup.ts";
import { findDividedLink, linkPatterns } from "./link-mistakes.ts";
import { removeSigns, showSigns, type LinePattern } from "./plain-line.ts";

const formatNumber = (number: string) => `${number.normalize("NFKC").replaceAll(/\D/gu, "")}. `;

/** Patterns of what a line of a paragraph begins with if it is meant as an entry of a list or as a quotation. */
const paragraphStarts: readonly LinePattern[] = [
  // A line with several of them is a form or a legend.
  [
    /^([·•●○■□◆◇▪▶](?!.*[·•●○■□◆◇▪▶])|＊(?=\s))/u,
    (bullet) => `an entry of a list begins with ${bullet}: write \`- \` instead`,
  ],
  [
    /^([０-９]+[．、.])/u,
    (number) => `a number of a list is full-width, ${number}: write \`${formatNumber(number)}\` instead`,
  ],
  // 5、6 月 are two months.
  [
    /^([0-9]+[、．])(?!\s*\d)/u,
    (number) => `a number of a list has Chinese punctuation, ${number}: write \`${formatNumber(number)}\` instead`,
  ],
  [
    /^([-*+]|\d{1,9}[.)])(?=[\u3000\u00a0])/u,
    (mark) => `an entry of a list has a wide space after its ${mark}: write a plain one`,
  ],
  [/^(-)(?=\p{L})/u, () => "an entry of a list has no space after its -: write `- ` before its words"],
  [/^([0-9]+[.)])(?=\p{L})/u, (number) => `a number of a list has no space after it: write \`${number} \``],
  // ＞2 cm is an amount.
  [/^([＞》〉])(?!\s*\d)/u, (sign) => `a quotation begins with ${sign}: write \`> \` instead`],
];

/** Patterns of what a line, heading or cell begins with, and of tabs. */
const lineStarts: readonly LinePattern[] = [
  [/^(\u3000+)/u, () => "a line begins with wide spaces: remove them, paragraphs are set apart by an empty line"],
  [/(\S *\t+ *)\S/u, () => "a tab sets words apart, as in a table of Excel: write the row as `| one | two |`"],
  [/(＊＊[^＊]+＊＊)/u, (marked) => `${marked} would be shown as it is: write \`**…**\` for strong words`],
  [/^(＊{3,}|－{3,})$/u, (signs) => `${signs} would be shown as it is: write \`---\` for a line across the page`],
  [/^(#{7,})/u, () => "a heading has more than six #: write `## ` before its words"],
  [/^\u{f0023}[#\u{f0023}]+\s/u, () => "a heading has a \\ before its #, which shows them as they are: remove it"],
  [/^#*＃[#＃]*\s*(.*)/u, (title) => `a heading has full-width characters: write \`## ${title}\``],
  [
    /^(?:#{2,6}(?=[^ \t#])|#(?=[^ \t#\d]))(.*)/u,
    (title) => `a heading has no space after its #: write \`## ${title}\``,
  ],
  [/^(｜.*｜)\s*$/u, () => "a table has wide lines: write | instead of ｜"],
  [/^(\[[ xX]?\])(?=\s)/u, (box) => `${box} would be shown as it is: there are no boxes to tick`],
];

/** Patterns of mistakes anywhere. */
const patterns: readonly LinePattern[] = [...lineStarts, ...foreignMarkup, ...emphasisPatterns, ...linkPatterns];

/**
 * Finds Markdown that a line would show as plain text.
 * @param isInParagraph `false` in a heading or cell, which can't be an entry of a list
 * @returns a sentence that says what to write instead
 */
export function findLineMistake(plain: string, isInParagraph: boolean): string | undefined {
  const bad = findBadCharacter(removeSigns(plain));
  const message = bad ? `this line ${bad}` : findPatternMistake(plain, isInParagraph);
  return message && showSigns(message);
}

/** Finds the first mistake, because others on the same line often have the same cause. */
function findPatternMistake(plain: string, isInParagraph: boolean): string | undefined {
  for (const [pattern, explain] of isInParagraph ? [...paragraphStarts, ...patterns] : patterns) {
    const match = pattern.exec(plain);
    const message = match ? explain((match[1] ?? "").trim()) : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Patterns of what a line begins with if each line is meant to be an entry of a list. */
const entryStarts: readonly RegExp[] = [
  /^[*+](?=\p{L})/u,
  /^[–－]/u,
  /^—(?!—)/u,
  /^[（(]?(?:\d{1,2}|[a-z]|[ivx]{1,4})[）)]/iu,
  /^[a-z](?:、|[.．]\s?(?=\p{Script=Han}))/iu,
  /^[\p{So}※‣⁃]/u,
  /^第[一二三四五六七八九十]{1,3}[、，：]/u,
  /^[\u2460-\u2473]/u,
  /^[（(]?[一二三四五六七八九十]{1,3}[）)、]/u,
  /^\d{1,2}[.。](?!\d)/u,
];

/** Finds a line that the page would join with the one above, although both were written as lines of their own. */
export function findJoinedLineMistake(above: string, line: string): string | undefined {
  const divided = findDividedLink(above, line);
  if (divided !== undefined) return divided;
  const isList = entryStarts.some((pattern) => pattern.test(above) && pattern.test(line));
  return isList
    ? "this line and the one above would be one line: write `- ` before the words of each, or an empty line between them"
    : undefined;
}
