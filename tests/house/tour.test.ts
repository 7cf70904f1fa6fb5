import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const tour = readFileSync("docs/tour.md", "utf8");

/** Links to lines, whose text is an identifier. */
const link = /\[`(\w+)`\]\(([^)#]+)#L(\d+)\)/g;

/** Returns the numbers of the lines that contain an identifier, from 1. */
function findLines(file: string, identifier: string): number[] {
  const word = new RegExp(`\\b${identifier}\\b`);
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, index) => (word.test(text) ? [index + 1] : []));
}

function findNearest(lines: readonly number[], line: number): number {
  return lines.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))[0]!;
}

test("docs/tour.md links to lines, each with an identifier of the linked file", () => {
  const links = [...tour.matchAll(link)];
  expect(links.length).toBeGreaterThan(20);
  expect(links).toHaveLength(tour.match(/#L\d/g)!.length);
  const unknownLinks = links.filter(
    ([, identifier, target]) => findLines(join("docs", target!), identifier!).length === 0,
  );
  expect(unknownLinks.map(([text]) => text)).toEqual([]);
});

test("each link of docs/tour.md leads to a line with its identifier; -u moves it to the nearest such line", async () => {
  const correctedTour = tour.replace(link, (text, identifier: string, target: string, line: string) => {
    const lines = findLines(join("docs", target), identifier);
    return lines.length > 0 ? text.replace(`#L${line}`, `#L${findNearest(lines, Number(line))}`) : text;
  });
  await expect(correctedTour).toMatchFileSnapshot("../../docs/tour.md");
});
