import type MarkdownIt from "markdown-it";

type Token = ReturnType<InstanceType<typeof MarkdownIt>["parse"]>[number];

/** A mistake in the Markdown of a text. Lines are counted from 0. */
export type TextMistake = { line: number; message: string };

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

/** Finds words that became a heading because of a line of --- below them. */
export function findHeadingMistakes(text: string, tokens: readonly Token[]): TextMistake[] {
  const lines = text.split("\n");
  return tokens.flatMap(({ type, map, markup }) => {
    if (type !== "heading_open" || markup !== "-") return [];
    const line = map![1] - 1;
    const message = `the line of ${lines[line]!.trim()} makes the words above it a heading`;
    return [{ line, message: `${message}: put an empty line between them, or write \`## \` before the words` }];
  });
}

/** Finds the conflict markers of a version control system, such as Git. */
export function findConflict(text: string): TextMistake | undefined {
  const line = text.split("\n").findIndex((words) => /^<{7}(?:\s|$)/.test(words));
  return line < 0 ? undefined : { line, message: conflictMessage };
}

export const conflictMessage = "two versions of the text are here: leave one of them, without the lines of <, = and >";
