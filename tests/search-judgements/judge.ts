import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { isLocale, type Locale } from "#app/i18n/locales.ts";
import { compareHits } from "#app/services/api/contract/hits.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import type { ContentIndex } from "#app/services/content/embedded-api/content-index.ts";

export type Judgement = { kind: string; locale: Locale; text: string; expectedItems: string[] };

/** A judgement with the first results of the search. */
export type Verdict = Judgement & { firstResults: string[]; isFirst: boolean; isInFirstThree: boolean };

/** Returns the judged queries whose items are in the content, and the items that the owner has deleted. */
export function readJudgements(): { judgements: Judgement[]; deletedItems: string[] } {
  const classes = parse(readFileSync("tests/search-judgements/judgements.yaml", "utf8")) as Record<string, string[]>;
  const all = Object.entries(classes).flatMap(([kind, lines]) => lines.map((line) => readLine(kind, line)));
  const items = new Set(all.flatMap(({ expectedItems }) => expectedItems));
  const deletedItems = [...items].filter((item) => !existsSync(join("content", item)));
  const hasItems = ({ expectedItems }: Judgement) => expectedItems.every((item) => !deletedItems.includes(item));
  return { judgements: all.filter(hasItems), deletedItems };
}

function readLine(kind: string, line: string): Judgement {
  const [locale, text, items] = line.split(" | ");
  if (!isLocale(locale) || !text || !items) throw new Error(line);
  return { kind, locale, text, expectedItems: items.split(", ") };
}

/** Returns the first results of the search page: those of the kind with the best hit, then those of the next kind. */
async function findFirstHits(index: ContentIndex, locale: Locale, keyword: string): Promise<string[]> {
  const query = { keyword, page: 1, pageSize: 5, sort: "newest" } as const;
  const lists = await Promise.all(
    kinds.map(async (kind) => ({ kind, rows: (await index.search(kind, locale, query))!.rows as Row[] })),
  );
  const groups = lists.filter(({ rows }) => rows.length > 0).sort((a, b) => compareHits(a.rows[0]!, b.rows[0]!));
  return groups.flatMap(({ kind, rows }) => rows.map(({ id }) => `${kind satisfies Kind}/${id}`));
}

type Row = { id: string; title: string; hit: { rank: number } };

export async function judgeQueries(index: ContentIndex, judgements: readonly Judgement[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const judgement of judgements) {
    const firstResults = (await findFirstHits(index, judgement.locale, judgement.text)).slice(0, 3);
    const isExpected = (item: string | undefined) => item !== undefined && judgement.expectedItems.includes(item);
    verdicts.push({
      ...judgement,
      firstResults,
      isFirst: isExpected(firstResults[0]),
      isInFirstThree: firstResults.some(isExpected),
    });
  }
  return verdicts;
}

/** Returns how often the right result is the first one and among the first three, by class and in total. */
export function computeShares(
  verdicts: readonly Verdict[],
): { name: string; count: number; first: number; three: number }[] {
  const computeShare = (name: string, group: readonly Verdict[]) => ({
    name,
    count: group.length,
    first: group.filter(({ isFirst }) => isFirst).length / group.length,
    three: group.filter(({ isInFirstThree }) => isInFirstThree).length / group.length,
  });
  const classes = Map.groupBy(verdicts, ({ kind }) => kind);
  return [...Array.from(classes, ([name, group]) => computeShare(name, group)), computeShare("all", verdicts)];
}
