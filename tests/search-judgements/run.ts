import { compileTestContent } from "#tests/setup/content/compiled-content.ts";
import { computeShares, judgeQueries, readJudgements } from "./judge.ts";

/**
 * Entry of `npm run judge-search`: prints how often the right result is the first one, and how often it is among the
 * first three.
 */
const content = await compileTestContent("content");
try {
  const { judgements, deletedItems } = readJudgements();
  if (deletedItems.length > 0) console.log(`Queries for these deleted items are left out: ${deletedItems.join(", ")}`);
  const verdicts = await judgeQueries(content.index, judgements);
  for (const { locale, text, expectedItems, firstResults, isFirst, isInFirstThree } of verdicts) {
    if (isFirst) continue;
    console.log(
      `${isInFirstThree ? "not first" : "not in the first three"}: ${locale} ${text}: ${firstResults.join(", ")}; meant: ${expectedItems}`,
    );
  }
  const formatPercent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(9);
  console.log(`\n${"".padEnd(34)}queries    first  in three`);
  for (const { name, count, first, three } of computeShares(verdicts)) {
    console.log(`${name.padEnd(34)}${String(count).padStart(7)}${formatPercent(first)}${formatPercent(three)}`);
  }
} finally {
  content.dispose();
}
