import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ContentIndex } from "#app/services/content/embedded-api/content-index.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { readContentFolder } from "./content-folder.ts";
import { formatReport } from "./content-report.ts";

const { edit, resolvePath, expectProblems, withIndex } = setUpContentCopy();
const addFacts = (herb: string, facts: string) => appendFileSync(resolvePath(`herbs/${herb}.yaml`), `${facts}\n`);

test("a dose whose maximum is below its minimum, and an unknown value of `pregnancy`, are reported", async () => {
  addFacts("ren-shen", "incompatible: [bai-shao, li-lu]\ndose: { min: 9, max: 3 }");
  addFacts("gui-zhi", "pregnancy: careful");
  await expectProblems(
    /^herbs\/gui-zhi\.yaml:\d+ pregnancy must be one of avoid, caution$/,
    /^herbs\/ren-shen\.yaml:\d+ dose\.max must be at least 9$/,
  );
});

test("a product must name its herb, or write that it has none", async () => {
  edit("product/gan-cao/index.cn.md", /^herb: .*$/m, "");
  await expectProblems(/^product\/gan-cao\/index\.cn\.md:\d+ herb is missing: name the herb/);
  edit("product/gan-cao/index.cn.md", /^---/, "---\nherb: none");
  await withIndex((index) => expect(index.getItem("product", "cn", "gan-cao")).not.toHaveProperty("names"));
});

test("a batch of a hidden product has only its number as its title", async () => {
  edit("product/huang-qi/index.cn.md", /^---/, "---\ndraft: true");
  await withIndex((index) => {
    expect(index.getItem("batch", "cn", "HQ-2601")).toMatchObject({ title: "HQ-2601", product: undefined });
  });
});

test("an unknown herb in a list of incompatible herbs is reported", async () => {
  addFacts("ren-shen", "incompatible: [bai-shao, li-lu]");
  await expectProblems(/^herbs\/ren-shen\.yaml:\d+ incompatible\[1\] there is no herb li-lu/);
});

test("an incompatibility in the file of one herb applies to both herbs", async () => {
  addFacts("ren-shen", "incompatible: [bai-shao, gui-zhi]");
  const { source } = await readContentFolder(resolvePath(""));
  expect(["ren-shen", "bai-shao", "gui-zhi", "gan-cao"].map((id) => source.herbs.get(id)?.incompatible)).toEqual([
    ["bai-shao", "gui-zhi"],
    ["ren-shen"],
    ["ren-shen"],
    [],
  ]);
});

test("a processed herb links to the product that lists it in `forms`, and an unknown form is reported", async () => {
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
  await expectProblems(/^product\/gan-cao\/index\.cn\.md:\d+ forms\[1\] there is no herb suan-gan-cao/);
});

test("incompatible herbs in a formula get a remark that names both, not a mistake", async () => {
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

type Cautions = { warnings: string[]; safety: string[] };
const getCautions = (index: ContentIndex, locale: "cn" | "en", kind: "prescription" | "product" = "prescription") =>
  index.getItem(kind, locale, kind === "product" ? "gui-zhi" : "gui-zhi-tang") as unknown as Cautions;

test("formulas and products have the cautions of their herbs, in both languages", async () => {
  addFacts("gui-zhi", "pregnancy: caution\ndose: { min: 3, max: 6 }");
  await withIndex((index) => {
    expect(getCautions(index, "cn")).toMatchObject({
      warnings: [expect.stringContaining("桂枝 9 克（3–6 克）")],
      safety: ["孕妇慎用桂枝，须遵医嘱。"],
      safetySource: expect.stringContaining("《中国药典》") as string,
    });
    for (const kind of ["prescription", "product"] as const)
      expect(getCautions(index, "en", kind).safety).toEqual([
        "In pregnancy only on a practitioner’s advice: cinnamon twig.",
      ]);
  });
});

const formula = "prescription/gui-zhi-tang/index";

test("a formula with two incompatible herbs warns of the pair, even if it replaces their cautions", async () => {
  addFacts("gui-zhi", "incompatible: [bai-shao]\npregnancy: caution\ndose: { min: 3, max: 6 }");
  edit(`${formula}.cn.md`, "pinyin:", "replacesCautions: [gui-zhi, bai-shao]\npinyin:");
  await expectProblems();
  await withIndex((index) => {
    const { warnings, safety } = getCautions(index, "cn");
    expect(warnings).toEqual([expect.stringContaining("桂枝与白芍"), expect.stringContaining("桂枝 9 克")]);
    expect(safety).toEqual([]);
  });
});

test("an empty list of replaced cautions gets a remark", async () => {
  edit(`${formula}.cn.md`, "pinyin:", "replacesCautions: []\npinyin:");
  const { problems, remarks } = await readContentFolder(resolvePath(""));
  expect(problems).toEqual([]);
  expect(formatReport({ remarks }, "en")).toMatch(/replacesCautions[^\n]*names no herb/);
});

test("a herb's own caution is rendered, and is required in both languages", async () => {
  addFacts("gui-zhi", "caution: { cn: 热病忌用。 }");
  await expectProblems(/^herbs\/gui-zhi\.yaml:\d+ caution has no words in English/);
  edit("herbs/gui-zhi.yaml", "热病忌用。 }", "热病忌用。, en: not in a fever. }");
  await withIndex((index) => {
    expect(getCautions(index, "cn").safety).toEqual(["桂枝：热病忌用。"]);
    expect(getCautions(index, "en", "product").safety).toEqual(["About cinnamon twig: not in a fever."]);
  });
});
