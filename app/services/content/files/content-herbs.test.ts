import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { formatReport } from "../checks/content-report.ts";
import { readContentFolder } from "./content-folder.ts";

const { resolvePath, getProblems, withIndex } = setUpContentCopy();
const addFacts = (herb: string, facts: string) => appendFileSync(resolvePath(`herbs/${herb}.yaml`), `${facts}\n`);

test("a herb that isn't there, an empty range and an unknown level are reported", async () => {
  addFacts("ren-shen", "incompatible: [bai-shao, li-lu]\ndose: { min: 9, max: 3 }");
  addFacts("gui-zhi", "pregnancy: careful");
  expect(await getProblems()).toEqual([
    expect.stringMatching(/^herbs\/gui-zhi\.yaml:\d+ pregnancy must be one of avoid, caution$/),
    expect.stringMatching(/^herbs\/ren-shen\.yaml:\d+ dose\.max must be at least 9$/),
  ]);
});

test("an unknown herb among the incompatible ones is reported", async () => {
  addFacts("ren-shen", "incompatible: [bai-shao, li-lu]");
  expect(await getProblems()).toEqual([
    expect.stringMatching(/^herbs\/ren-shen\.yaml:\d+ incompatible\[1\] there is no herb li-lu/),
  ]);
});

test("what is incompatible with one herb is so with the other", async () => {
  addFacts("ren-shen", "incompatible: [bai-shao, gui-zhi]");
  const { source } = await readContentFolder(resolvePath(""));
  expect(["ren-shen", "bai-shao", "gui-zhi", "gan-cao"].map((id) => source.herbs.get(id)?.incompatible)).toEqual([
    ["bai-shao", "gui-zhi"],
    ["ren-shen"],
    ["ren-shen"],
    [],
  ]);
});

test("a processed form leads to the product that names it, and one that isn't there is reported", async () => {
  const file = resolvePath("product/gan-cao/index.cn.md");
  const text = readFileSync(file, "utf8");
  const writeForms = (forms: string) => writeFileSync(file, text.replace(/^herb: .*$/m, `$&\nforms: [${forms}]`));
  writeForms("zhi-gan-cao");
  await withIndex((index) => {
    const { ingredients } = index.getItem("prescription", "en", "gui-zhi-tang") as {
      ingredients: { name: string; product?: { id: string } }[];
    };
    const liquorice = ingredients.find(({ name }) => name.startsWith("Zhi gan cao"));
    expect(liquorice?.product?.id).toBe("gan-cao");
  });
  writeForms("zhi-gan-cao, suan-gan-cao");
  expect(await getProblems()).toEqual([
    expect.stringMatching(/^product\/gan-cao\/index\.cn\.md:\d+ forms\[1\] there is no herb suan-gan-cao/),
  ]);
});

test("a formula that joins incompatible herbs is a remark that names both, and no mistake", async () => {
  addFacts("bai-shao", "incompatible: [gui-zhi]");
  const { problems, remarks } = await readContentFolder(resolvePath(""));
  expect(problems).toEqual([]);
  const file = resolvePath("prescription/gui-zhi-tang/index.cn.md");
  const line =
    readFileSync(file, "utf8")
      .split("\n")
      .findIndex((text) => text.includes("herb: bai-shao")) + 1;
  const report = formatReport({ remarks }, "en");
  expect(report).toContain(`${file}:${line}  ingredients[1].herb`);
  expect(report).toMatch(/白芍 \/ white peony[^\n]* and 桂枝 \/ cinnamon twig[^\n]* are traditionally incompatible/);
});

test("formulas and products carry what follows from their herbs, in both languages", async () => {
  addFacts("gui-zhi", "pregnancy: caution\ndose: { min: 3, max: 6 }");
  await withIndex((index) => {
    const get = (locale: "cn" | "en") => index.getItem("prescription", locale, "gui-zhi-tang") as object;
    expect(get("cn")).toMatchObject({
      safety: ["孕妇慎用桂枝。"],
      doseNote: expect.stringContaining("桂枝 3–6 克") as string,
    });
    expect(get("en")).toMatchObject({ safety: ["In pregnancy only on a practitioner’s advice: cinnamon twig."] });
  });
});
