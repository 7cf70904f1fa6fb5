import type MarkdownIt from "markdown-it";
import { decodePath } from "../i18n/guarded-routes.ts";
import { findBadCharacter, htmlTag } from "./content-words.ts";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** A mistake in the Markdown of a text. Lines are counted from 0. */
export type TextMistake = { line: number; message: string };

/** Markdown makes an address with https:// a link. The checked text then has `\0` in its place, so the address is unknown here. */
const formatTarget = (target: string) => (target.startsWith("\0") ? "https://…" : target);

const foreignMarkupMessage = "would be shown as it is: it belongs to another program, so remove it";

/** Patterns of mistakes in plain text. Each line reports its first match only. */
const patterns: readonly [pattern: RegExp, explain: (match: string) => string][] = [
  [/^(\u3000+)/u, () => "a line begins with wide spaces: remove them, paragraphs are set apart by an empty line"],
  [/(\S *\t+ *)\S/u, () => "a tab sets words apart, as in a table of Excel: write the row as `| one | two |`"],
  [/(＊＊[^＊]+＊＊)/u, (marked) => `${marked} would be shown as it is: write \`**…**\` for strong words`],
  [/^([·•●○■□◆◇▪▶＊])/u, (bullet) => `an entry of a list begins with ${bullet}: write \`- \` instead`],
  [/^([０-９]+[．、.])/u, (number) => `a number of a list is full-width, ${number}: write \`1. \` instead`],
  [/^([0-9]+[、．])/u, (number) => `a number of a list has Chinese punctuation, ${number}: write \`1. \` instead`],
  [/^(-)(?=\p{L})/u, () => "an entry of a list has no space after its -: write `- ` before its words"],
  [/^(\*)(?=\p{Script=Han}[^*]*$)/u, () => "an entry of a list has no space after its *: write `- ` before its words"],
  [/^([0-9]+[.)])(?=\p{L})/u, (number) => `a number of a list has no space after it: write \`${number} \``],
  [/^(＞)/u, () => "a quotation begins with ＞: write `> ` instead"],
  [/^(#{7,})/u, () => "a heading has more than six #: write `## ` before its words"],
  [/^(:{3} *\p{L}.*|\[TOC\])/iu, (sign) => `${sign} ${foreignMarkupMessage}`],
  [/(\$\$[^$]+\$\$|\{\{[^{}]*\}\}|\[\[[^[\]]+\]\])/u, (sign) => `${sign} ${foreignMarkupMessage}`],
  [/(\{(?:width|height|style|class|align|[.#]\w)[^{}]*\})/iu, (sign) => `${sign} ${foreignMarkupMessage}`],
  [
    /(?<=[\p{L}\p{N}])(__[^_\s][^_]*__)|(__[^_\s][^_]*__)(?=[\p{L}\p{N}])/u,
    () => "words between __ would be shown with the underscores: write `**…**` for strong words",
  ],
  [/^(｜.*｜)\s*$/u, () => "a table has wide lines: write | instead of ｜"],
  [/(<!--.*)/u, (note) => `${note} would be shown as it is: remove it`],
  [/\]\(([^()\s]+)\s+[“”„‘’＂]/u, (target) => `a caption has curved quotes: write straight ones, \`(${target} "…")\``],
  [/^(\[[ xX]?\])(?=\s)/u, (box) => `${box} would be shown as it is: there are no boxes to tick`],
  [
    /(\*\*[^*]*\p{P}\*\*(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])\*\*\p{P}[^*]*\*\*)/u,
    (marked) => `${marked} would be shown as it is: put the punctuation mark outside, or a space beside it`,
  ],
  [/(==[^=\s][^=]*==)/u, (marked) => `${marked} would be shown as it is: write \`**…**\` for strong words`],
  [
    /(\*\*)/u,
    () => "** would be shown as it is: write `**words**` without spaces inside, and close it on the same line",
  ],
  [/^(\|.*\|)\s*$/u, () => "a table needs a line of `| --- | --- |` below its headings, and an empty line before it"],
  [/^＃+\s*(.*)/u, (title) => `a heading has full-width characters: write \`## ${title}\``],
  [
    /^(?:#{2,6}(?=[^ \t#])|#(?=[^ \t#\d]))(.*)/u,
    (title) => `a heading has no space after its #: write \`## ${title}\``,
  ],
  [
    /\]\(((?:tel|mailto):[^()\s]*\s[^()]*)\)/u,
    // Markdown makes an e-mail address after the space a link, so it is unknown here.
    (target) =>
      target.includes("\0")
        ? "the address of a link has a space: remove it, such as `(mailto:name@example.com)`"
        : `the address ${target} has a space: write \`(${target.replaceAll(/\s/gu, "")})\``,
  ],
  [/\]\(([^()\s]+) =\d[^()]*\)/u, (target) => `the size of a picture can't be given: write \`![words](${target})\``],
  [
    /\]\(([^()\s]*\s[^()]*)\)/u,
    (target) => `the address ${target} has a space: rename the file, or write \`(<${target}>)\``,
  ],
  [
    /[!！]\s*[[［【][^[\]［］【】]*[\]］】]\s*（([^（）]*)）/u,
    (target) => `a picture has full-width brackets: write \`![words](${formatTarget(target)})\``,
  ],
  [
    /[[［【][^[\]［］【】]*[\]］】]\s*[（(]\s*((?:\/|https?:|mailto:|tel:|www\.|\0)[^()（）]*)[)）]/u,
    (target) => `a link has full-width brackets or a space: write \`[words](${formatTarget(target)})\``,
  ],
  [
    /\]\(((?:\/|mailto:|tel:|\0)[^()（）]*)$/u,
    (target) =>
      `a link has no bracket at its end: write \`[words](${formatTarget(target.split(/[\s，。；、]/u)[0]!)})\``,
  ],
  [
    /\[[^[\]()（）]+[(（]((?:\/|mailto:|tel:)[^\s()（）]*|\0)[)）]/u,
    (target) => `a link has no ] after its words: write \`[words](${formatTarget(target)})\``,
  ],
  [
    /[(（][^()（）]+[)）]\[((?:\/|https?:|mailto:|tel:)[^[\]]*|\0)\]/u,
    (target) => `the brackets of a link are swapped: write \`[words](${formatTarget(target)})\``,
  ],
  // Numbers in brackets, such as [1][2], are citations.
  [
    /(\[(?!\d+\])[^[\]^]+\]\[[^[\]]*\])/u,
    (link) => `${link} would be shown as it is: write the address after the words, \`[words](/about-us)\``,
  ],
  [
    /((?:https?|ｈｔｔｐｓ?)(?:：[/／]{2}|:／／)[^\s，。；、）)]{1,200}|ｗｗｗ[.．][^\s，。；、）)]{1,200}|(?<![\w.-])[\w.-]{1,64}＠[\w.-]+\w)/u,
    (address) => `${address} isn't a link, because it has full-width characters: write ${address.normalize("NFKC")}`,
  ],
  [
    /(?:^|[^\w@.])((?:https?:\/\/|www\.)[\w.-]+\S*)/u,
    (address) => `${address} isn't a link: write it with https:// and a space before it`,
  ],
  [
    /\w(@[\w-]+\.[\w-]+)/u,
    (domain) => `the e-mail address at ${domain.slice(1)} isn't a link: put a space before and after it`,
  ],
  [htmlTag, (tag) => `${tag} would be shown as it is: HTML isn't allowed, use Markdown`],
];

/** Finds Markdown that a line would show as plain text. @returns a sentence that says what to write instead */
export function findLineMistake(plain: string): string | undefined {
  const bad = findBadCharacter(plain.replaceAll("\0", ""));
  if (bad) return `this line ${bad}`;
  for (const [pattern, explain] of patterns) {
    const match = pattern.exec(plain);
    if (match) return explain((match[1] ?? "").trim());
  }
  return undefined;
}

/** Finds what is wrong with the address of a link or picture, whatever exists there. @param target percent-encoded */
export function findTargetMistake(target: string): string | undefined {
  const address = decodePath(target);
  const captioned = /^([^\s"“”]+)\u3000\s*["“”]/u.exec(address)?.[1];
  if (captioned !== undefined) return `a caption has a wide space before it: write \`(${captioned} "…")\``;
  const isFullWidth = /^[\w.／]*[：／]|^mailto:.*[＠．]/u.test(address);
  return isFullWidth
    ? `the address ${address} has full-width characters: write \`(${address.normalize("NFKC")})\``
    : undefined;
}

/** Patterns of what a line begins with if each line is meant to be an entry of a list. */
const entryStarts: readonly RegExp[] = [
  /^\*(?=\p{L})/u,
  /^[–－]/u,
  /^—(?!—)/u,
  /^[（(]\d{1,2}[）)]/u,
  /^[\u2460-\u2473]/u,
  /^[（(]?[一二三四五六七八九十]{1,3}[）)、]/u,
  /^\d{1,2}[.)）]/u,
];

/** Finds a line that the page would join with the one above, although both were written as lines of their own. */
export function findJoinedLineMistake(above: string, line: string): string | undefined {
  if (/\[[^[\]]+\]$/u.test(above) && /^\((?:\/|https?:|mailto:|tel:|\0)/u.test(line))
    return "a link is divided between two lines: write `[words](…)` on one line";
  const isList = entryStarts.some((pattern) => pattern.test(above) && pattern.test(line));
  return isList
    ? "this line and the one above would be one line: write `- ` before the words of each, or an empty line between them"
    : undefined;
}

/** Finds the first line of each footnote, because Markdown parses footnotes as links. */
export function findFootnoteMistakes(text: string, tokens: readonly Token[]): TextMistake[] {
  const code = tokens.filter(({ type }) => type === "fence" || type === "code_block");
  const isCode = (line: number) => code.some(({ map }) => map && line >= map[0] && line < map[1]);
  const first = new Map<string, number>();
  for (const [line, words] of text.split("\n").entries()) {
    for (const [mark] of isCode(line) ? [] : words.matchAll(/\[\^[^[\]\s]+\]/g)) {
      if (!first.has(mark)) first.set(mark, line);
    }
  }
  return [...first].map(([mark, line]) => ({
    line,
    message: `there are no footnotes: write the words of ${mark} in brackets in the text`,
  }));
}

/** Finds code that was probably written by mistake: indented lines, and a block that is never closed. */
export function findCodeMistakes(text: string, tokens: readonly Token[]): TextMistake[] {
  const lines = text.split("\n");
  return tokens.flatMap(({ type, map, markup }) => {
    const [line, end] = map ?? [0, 0];
    if (type === "code_block")
      return [{ line, message: "a line with four spaces before it is shown as code: remove the spaces" }];
    const isClosed = lines[end - 1]?.trim().startsWith(markup) && end - 1 > line;
    return type === "fence" && !isClosed ? [{ line, message: `${markup} is opened and never closed` }] : [];
  });
}

/** Finds words that became a heading because of a line of --- below them, and cells beyond the last column of a table. */
export function findBlockMistakes(text: string, tokens: readonly Token[]): TextMistake[] {
  const lines = text.split("\n");
  let columns = 0;
  return tokens.flatMap(({ type, map, markup }) => {
    const [line, end] = map ?? [0, 0];
    if (type === "heading_open" && markup === "-") {
      const message = `the line of ${lines[end - 1]!.trim()} makes the words above it a heading`;
      return [
        { line: end - 1, message: `${message}: put an empty line between them, or write \`## \` before the words` },
      ];
    }
    const cells = type === "tr_open" ? countCells(lines[line]!) : 0;
    if (type === "thead_open") columns = countCells(lines[line]!);
    const isLonger = cells > columns;
    const message = `a row of a table has ${cells} cells, and its headings are ${columns}: the others would be lost`;
    return isLonger ? [{ line, message: `${message}, so remove a | or add a heading` }] : [];
  });
}

function countCells(row: string): number {
  return row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/).length;
}

/** Finds the conflict markers of a version control system, such as Git. */
export function findConflict(text: string): TextMistake | undefined {
  const line = text.split("\n").findIndex((words) => /^<{7}(?:\s|$)/.test(words));
  return line < 0 ? undefined : { line, message: conflictMessage };
}

export const conflictMessage = "two versions of the text are here: leave one of them, without the lines of <, = and >";
