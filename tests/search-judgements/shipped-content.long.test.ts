import { afterAll, expect, test } from "vitest";
import { searchKinds } from "#app/loaders/searches.server.ts";
import type { Api } from "#app/services/api/api.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { computeShares, judgeQueries, readJudgements } from "./judge.ts";

const content = await compileTestContent("content");
afterAll(() => content.dispose());

const { judgements, deletedItems } = readJudgements();
const reason = deletedItems.length > 0 ? `the content lacks ${deletedItems.length} of their items` : undefined;

testUnless(reason)("the expected item is first for 95 of 100 queries, and among the first three for 99", async () => {
  expect(judgements.length).toBeGreaterThanOrEqual(200);
  const verdicts = await judgeQueries(content.index, judgements);
  const all = computeShares(verdicts).at(-1)!;
  const missedQueries = verdicts
    .filter(({ isInFirstThree }) => !isInFirstThree)
    .map(({ locale, text }) => `${locale} ${text}`);
  expect(all.first, missedQueries.join(", ")).toBeGreaterThanOrEqual(0.95);
  expect(all.three, missedQueries.join(", ")).toBeGreaterThanOrEqual(0.99);
});

test("the search page lists the kinds in the order of their best hits, and kinds without a hit last", async () => {
  for (const { locale, text } of judgements) {
    const api = {
      content: {
        list: (kind: Kind, query: object) =>
          content.index.search(kind, locale, { page: 1, sort: "newest", ...query } as never),
        kinds: async () => kinds,
      },
      pages: { list: async () => ({ rows: [] }) },
      batches: { isInUse: async () => false },
      site: { settings: async () => undefined },
      optional: (value: unknown) => value,
      some: (parts: Promise<unknown>[]) => Promise.all(parts),
    } as unknown as Api;
    const lists = await searchKinds(api, { keyword: text, pageSize: 1 });
    const bestRanks = lists.map(
      ({ rows: [row] }) => (row as { hit?: { rank: number } } | undefined)?.hit?.rank ?? Infinity,
    );
    expect([text, bestRanks]).toEqual([text, bestRanks.toSorted((a, b) => (a === b ? 0 : a - b))]);
  }
});
