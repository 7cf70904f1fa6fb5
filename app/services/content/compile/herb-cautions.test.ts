import { expect, test } from "vitest";
import type { Herb } from "#app/services/content/files/content-source.ts";
import { createHerbCautions } from "./herb-cautions.ts";

const createHerb = (cn: string, en: string, facts: Partial<Herb> = {}): Herb => ({
  names: { cn, en },
  latin: en,
  species: en,
  part: "root",
  aliases: [],
  incompatible: [],
  ...facts,
});

const herbs = new Map([
  ["fu-zi", createHerb("附子", "aconite", createAconiteFacts())],
  ["ban-xia", createHerb("半夏", "pinellia", { incompatible: ["fu-zi"], dose: { min: 3, max: 9 } })],
  ["bai-shao", createHerb("白芍", "white peony", { incompatible: ["li-lu"] })],
  ["xi-xin", createHerb("细辛", "asarum", { incompatible: ["li-lu"], dose: { min: 1, max: 3 } })],
  ["li-lu", createHerb("藜芦", "veratrum")],
  ["gui-zhi", createHerb("桂枝", "cinnamon twig", { pregnancy: "caution" })],
  ["gan-sui", createHerb("甘遂", "kansui", { incompatible: ["gan-cao"], pregnancy: "avoid", toxic: "toxic" })],
  ["gan-cao", createHerb("甘草", "liquorice", { incompatible: ["gan-sui"], dose: { min: 2, max: 10 } })],
  ["ma-huang", createHerb("麻黄", "ephedra", { caution: { cn: "升高血压。", en: "it raises blood pressure." } })],
  ["fu-ling", createHerb("茯苓", "poria")],
]);

function createAconiteFacts(): Partial<Herb> {
  return { incompatible: ["ban-xia"], toxic: "toxic", cooking: "firstLong", pregnancy: "caution" };
}

const createCautions = (doses: Record<string, number>, locale: "cn" | "en" = "cn", replaced: string[] = []) => {
  const ingredients = Object.entries(doses).map(([id, dose]) => ({ herb: id, dose }));
  return createHerbCautions(ingredients, herbs, replaced, locale);
};

test("herbs are named with those they must not be combined with, in both languages", () => {
  expect(createCautions({ "bai-shao": 9, "xi-xin": 3, "ban-xia": 9 }).safety).toEqual([
    "白芍或细辛不宜与藜芦同用。",
    "半夏不宜与附子同用。",
  ]);
  expect(createCautions({ "bai-shao": 9, "xi-xin": 3 }, "en").safety).toEqual([
    "Do not combine white peony or asarum with veratrum.",
  ]);
});

test("pregnancy, toxicity, long boiling and the herb's own caution are named, with their source", () => {
  expect(createCautions({ "fu-zi": 9, "gui-zhi": 9, "gan-sui": 1 }).safety).toEqual([
    "附子和甘遂有毒，须用炮制品，并在医师指导下使用。",
    "附子须先煎、久煎。",
    "附子不宜与半夏同用。",
    "甘遂不宜与甘草同用。",
    "孕妇禁用甘遂。",
    "孕妇慎用附子和桂枝，须遵医嘱。",
  ]);
  expect(createCautions({ "gui-zhi": 9, "ma-huang": 9 }, "en")).toMatchObject({
    safety: [
      "About ephedra: it raises blood pressure.",
      "In pregnancy only on a practitioner’s advice: cinnamon twig.",
    ],
    safetySource: expect.stringContaining("Pharmacopoeia of 2020") as string,
  });
  expect(createCautions({ "ma-huang": 9 })).toMatchObject({
    safety: ["麻黄：升高血压。"],
    safetySource: expect.stringContaining("《中国药典》2020 年版") as string,
  });
});

test.each<[Partial<Herb>, string, string]>([
  [{ cooking: "firstLong" }, "茯苓须先煎、久煎。", "To be boiled first, and for a long time: poria."],
  [{ cooking: "first" }, "入煎剂时，茯苓先煎。", "In a decoction, to be boiled before the other herbs: poria."],
  [{ cooking: "late" }, "入煎剂时，茯苓后下。", "In a decoction, to be added near the end: poria."],
  [{ cooking: "wrapped" }, "入煎剂时，茯苓包煎。", "In a decoction, to be wrapped in cloth: poria."],
  [{ cooking: "dissolved" }, "入煎剂时，茯苓烊化兑服。", "to be dissolved in the strained liquid: poria."],
  [{ cooking: "separately" }, "入煎剂时，茯苓另煎兑服。", "to be boiled separately and then added: poria."],
  [{ toxic: "very" }, "茯苓有大毒，未经炮制不可内服", "Very toxic: poria. Never take it unprocessed"],
  [{ toxic: "slight" }, "茯苓有小毒，须依法炮制", "Slightly toxic: poria. Use only what has been properly processed"],
  [{ pregnancy: "avoid" }, "孕妇禁用茯苓。", "Not to be taken in pregnancy: poria."],
])("%j is named in both languages", (facts, ...sentences) => {
  const herb = new Map([["fu-ling", createHerb("茯苓", "poria", facts)]]);
  const safety = (["cn", "en"] as const).map((locale) => createHerbCautions([{ herb: "fu-ling" }], herb, [], locale));
  expect(safety.map((one) => one.safety)).toEqual(sentences.map((text) => [expect.stringContaining(text)]));
});

test("a dose above the range gets a warning, one below it a note, and one within it neither", () => {
  expect(createCautions({ "ban-xia": 12, "xi-xin": 0.5, "gan-cao": 1 })).toMatchObject({
    warnings: [
      "用量高于《中国药典》2020 年版所载：半夏 12 克（3–9 克）。表中剂量出自原书或教材，未经医师指导不可照用。",
    ],
    doseNote: "用量低于《中国药典》2020 年版所载：细辛 0.5 克（1–3 克）和甘草 1 克（2–10 克）。",
  });
  expect(createCautions({ "ban-xia": 12, "xi-xin": 0.5 }, "en")).toMatchObject({
    warnings: [
      expect.stringMatching(/^Above the range of the Chinese Pharmacopoeia of 2020: 12 g of pinellia \(3–9 g\)\. /),
    ],
    doseNote: "Below the range of the Chinese Pharmacopoeia of 2020: 0.5 g of asarum (1–3 g).",
  });
  expect(createCautions({ "ban-xia": 3, "xi-xin": 3, "fu-ling": 90 })).toMatchObject({
    warnings: [],
    doseNote: undefined,
  });
});

test("a formula with a pair of incompatible herbs warns of that pair only", () => {
  const { warnings, safety } = createCautions({ "gan-sui": 1, "gan-cao": 3 });
  expect(warnings).toEqual(["方中甘遂与甘草相反或相畏，属传统配伍禁忌，未经医师指导不可服用。"]);
  expect(safety.join("")).not.toContain("甘草");
  expect(createCautions({ "gan-sui": 1, "gan-cao": 3, "bai-shao": 9 }, "en").warnings).toEqual([
    expect.stringMatching(/^This formula combines kansui with liquorice, which tradition forbids/),
  ]);
});

test("a page can replace the cautions of the herbs that it names, but not warnings", () => {
  const all = { "fu-zi": 9, "gan-sui": 1, "gan-cao": 12, "xi-xin": 0.5 };
  const { warnings, safety, doseNote } = createCautions(all, "cn", ["fu-zi", "gan-cao", "xi-xin"]);
  expect(warnings).toEqual(createCautions(all).warnings);
  expect(warnings).toHaveLength(2);
  expect(doseNote).toBeUndefined();
  expect(safety).toEqual(["甘遂有毒，须用炮制品，并在医师指导下使用。", "孕妇禁用甘遂。"]);
  expect(createCautions(all, "cn", Object.keys(all))).toMatchObject({ safety: [], safetySource: undefined });
});

test("herbs whose facts require no caution have none", () => {
  expect(createCautions({ "fu-ling": 9 })).toEqual({
    warnings: [],
    doseNote: undefined,
    safety: [],
    safetySource: undefined,
  });
});
