import { expect, test } from "vitest";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { createClaimFinder } from "./claims.ts";

const sharedFields = { article: "第九条", instead: "删去" };

test("hostile texts are searched for claims quickly", async () => {
  const findClaims = createClaimFinder("content", [
    { words: ["无…副…作用", "no … side … effects"], near: ["无"], ...sharedFields },
    { words: ["<n>天…", "…<n>成"], near: ["无", "<n>天"], within: "sentence", ...sharedFields },
  ]);
  for (const text of [
    "无",
    "no ",
    "无副",
    "no side ",
    "“",
    "《",
    "不",
    "not, ",
    "](",
    "no, or ",
    "无副作用“",
    "不无副副作用",
    "no side effects ",
    "一",
    "1",
    "1天",
    "一天，无",
    "twenty-one ",
  ]) {
    const run = () => findClaims("content/product/a/index.cn.md", text.repeat(50_000 / text.length));
    expect(await measureCpu(run), text).toBeLessThan(5);
  }
});
