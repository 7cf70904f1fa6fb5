/** A line that is meant as `---`. */
const markerLike = /^\s*[-\u2010-\u2015\u2500\u2501－﹣_=*]{2,}\s*$/u;

const marker = /^---[ \t]*$/;

/**
 * Splits a Markdown file.
 * @returns the front matter with the line break at its end, and what follows the second line of `---`; `undefined` if there is
 * no front matter
 */
export function splitFrontMatter(source: string): { matter: string; rest: string } | undefined {
  const [start, matter] = /^---[ \t]*\n([\s\S]*?\n)---[ \t]*(?=\n|$)/.exec(source) ?? [];
  return start === undefined || matter === undefined ? undefined : { matter, rest: source.slice(start.length) };
}

/** Explains why a file has no front matter. Lines are counted from 0. */
export function explainMissingFrontMatter(source: string): { line: number; message: string } {
  const lines = source.split("\n");
  const isMarker = (text: string) => marker.test(text);
  const first = lines.findIndex((text) => text.trim() !== "");
  if (first < 0)
    return { line: 0, message: "is empty: write its fields between two lines of ---, and the text below them" };
  const hyphens = "write ---, three hyphens at the beginning of the line";
  if (isMarker(lines[0] ?? "")) {
    const wrongLine = lines.findIndex((text, line) => line > 0 && markerLike.test(text));
    if (wrongLine > 0) return { line: wrongLine, message: `the fields end with a line of ---: ${hyphens}` };
    const end = lines.findIndex((text, line) => line > 0 && (text.trim() === "" || text.startsWith("## ")));
    return { line: Math.max(0, end), message: "the second line of --- is missing: write it below the fields" };
  }
  if (markerLike.test(lines[first] ?? "") && !isMarker(lines[first]!))
    return { line: first, message: `the file starts with a line of ---: ${hyphens}` };
  if (lines.filter(isMarker).length > 1)
    return { line: 0, message: "there is something above the first line of ---: remove it, also empty lines" };
  return { line: 0, message: "must start with front matter: a line of ---, the fields, and a line of --- again" };
}
