import { afterAll, expect, test } from "vitest";
import { compileTestContent } from "../setup/compiled-content.ts";
import { formatName } from "../setup/skipped.ts";
import { judgeQueries, readJudgements, computeShares } from "./judge.ts";

const content = compileTestContent("content");
afterAll(() => content.dispose());

const { judgements, deletedItems } = readJudgements();
const reason = deletedItems.length > 0 ? `the content lacks ${deletedItems.length} of their items` : undefined;
const name = formatName("the expected item is first for 95 of 100 queries, and among the first three for 99", reason);

test.skipIf(reason !== undefined)(name, async () => {
  expect(judgements.length).toBeGreaterThanOrEqual(200);
  const verdicts = await judgeQueries(content.index, judgements);
  const all = computeShares(verdicts).at(-1)!;
  const missedQueries = verdicts.filter(({ isInThree }) => !isInThree).map(({ locale, text }) => `${locale} ${text}`);
  expect(all.first, missedQueries.join(", ")).toBeGreaterThanOrEqual(0.95);
  expect(all.three, missedQueries.join(", ")).toBeGreaterThanOrEqual(0.99);
});
