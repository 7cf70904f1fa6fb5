import { describe, expect, test } from "vitest";
import type { Herb } from "../files/content-source.ts";
import { createHerbCautions } from "./herb-cautions.ts";

const herb = (cn: string, en: string, facts: Partial<Herb> = {}): Herb => ({
  names: { cn, en },
  latin: en,
  species: en,
  part: "root",
  aliases: [],
  incompatible: [],
  ...facts,
});

const herbs = new Map([
  ["fu-zi", herb("制附子", "processed aconite", aconite())],
  ["ban-xia", herb("半夏", "pinellia", { incompatible: ["fu-zi"], dose: { min: 3, max: 9 } })],
  ["bai-shao", herb("白芍", "white peony", { incompatible: ["li-lu"] })],
  ["xi-xin", herb("细辛", "asarum", { incompatible: ["li-lu"], dose: { min: 1, max: 3 } })],
  ["li-lu", herb("藜芦", "veratrum")],
  ["gui-zhi", herb("桂枝", "cinnamon twig", { pregnancy: "caution" })],
  ["gan-sui", herb("甘遂", "kansui", { pregnancy: "avoid", toxic: "slight" })],
  ["fu-ling", herb("茯苓", "poria")],
]);

function aconite(): Partial<Herb> {
  return { aliases: ["附子"], incompatible: ["ban-xia"], toxic: "toxic", boilFirst: true, pregnancy: "caution" };
}

const derive = (doses: Record<string, number>, text = "", locale: "cn" | "en" = "cn") => {
  const ingredients = Object.entries(doses).map(([id, dose]) => ({ herb: id, dose }));
  return createHerbCautions(ingredients, herbs, text, locale);
};

describe("what follows from the herbs", () => {
  test("names each herb with what it must not be taken with, in both languages", () => {
    expect(derive({ "bai-shao": 9, "xi-xin": 3, "ban-xia": 9 }).safety).toEqual([
      "白芍或细辛不宜与藜芦同用。",
      "半夏不宜与制附子同用。",
    ]);
    expect(derive({ "bai-shao": 9, "xi-xin": 3 }, "", "en").safety).toEqual([
      "Do not combine white peony or asarum with veratrum.",
    ]);
  });

  test("names pregnancy, toxicity and long boiling", () => {
    expect(derive({ "fu-zi": 9, "gui-zhi": 9, "gan-sui": 1 }).safety).toEqual([
      "制附子有毒，须用炮制品，并在医师指导下使用。",
      "甘遂有小毒，须依法炮制，不可超量。",
      "制附子须先煎、久煎。",
      "制附子不宜与半夏同用。",
      "孕妇禁用甘遂。",
      "孕妇慎用制附子和桂枝。",
    ]);
    expect(derive({ "gui-zhi": 9 }, "", "en").safety).toEqual([
      "In pregnancy only on a practitioner’s advice: cinnamon twig.",
    ]);
  });

  test("names doses above and below the range, and none within it", () => {
    expect(derive({ "ban-xia": 12, "xi-xin": 0.5 }).doseNote).toBe(
      "表中剂量出自原书或教材。《中国药典》所载用量为：半夏 3–9 克和细辛 1–3 克。",
    );
    expect(derive({ "ban-xia": 12 }, "", "en").doseNote).toBe(
      "The doses are those of the source or of textbooks; the Chinese Pharmacopoeia gives 3–9 g of pinellia.",
    );
    expect(derive({ "ban-xia": 3, "xi-xin": 3, "fu-ling": 90 }).doseNote).toBeUndefined();
  });

  test("is nothing for herbs without such facts", () => {
    expect(derive({ "fu-ling": 9 })).toEqual({ doseNote: undefined, safety: [] });
  });
});

describe("what a page says itself isn't repeated", () => {
  test.each([
    ["names the other herb", { "bai-shao": 9 }, "不与藜芦同用。"],
    ["names the other herb by an alias", { "ban-xia": 9 }, "半夏不与附子同用。"],
    ["speaks of pregnancy", { "gui-zhi": 9 }, "孕妇忌服。"],
    ["says the range", { "xi-xin": 6 }, "细辛用量 1–3 克，不与藜芦同用。"],
    ["calls the herb toxic, and has it boiled", { "fu-zi": 9 }, "附子有毒，须先煎，孕妇忌服，反半夏。"],
  ])("where it %s", (_, doses, text) => {
    expect(derive(doses, text)).toEqual({ doseNote: undefined, safety: [] });
  });

  test("in English", () => {
    expect(derive({ "gui-zhi": 9, "bai-shao": 9 }, "Not in pregnancy, nor with Veratrum.", "en").safety).toEqual([]);
  });

  test("but what it says of another herb doesn't count", () => {
    expect(derive({ "fu-zi": 9 }, "细辛有毒，孕妇忌服，不与半夏同用。").safety).toEqual([
      "制附子有毒，须用炮制品，并在医师指导下使用。",
      "制附子须先煎、久煎。",
    ]);
  });
});
