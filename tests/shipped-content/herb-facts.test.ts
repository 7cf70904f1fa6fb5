import { expect, test } from "vitest";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";

const { source } = await readContentFolder("content");

/** The eighteen incompatibilities and the nineteen antagonisms, as far as their medicines are still used. */
const traditionalPairs: [herb: string, others: string][] = [
  ["附子", "半夏 瓜蒌 瓜蒌子 瓜蒌皮 天花粉 贝母 白蔹 白及"],
  ["川乌", "半夏 瓜蒌 瓜蒌子 瓜蒌皮 天花粉 贝母 白蔹 白及"],
  ["草乌", "半夏 瓜蒌 瓜蒌子 瓜蒌皮 天花粉 贝母 白蔹 白及"],
  ["甘草", "海藻 京大戟 红大戟 甘遂 芫花"],
  ["藜芦", "人参 党参 丹参 玄参 北沙参 细辛 白芍 赤芍"],
  ["五灵脂", "人参"],
  ["赤石脂", "肉桂"],
  ["丁香", "郁金"],
  ["芒硝", "三棱"],
  ["狼毒", "密陀僧"],
  ["巴豆", "牵牛子"],
];

/** Finds a herb in all its preparations, such as 法半夏 for 半夏. A herb's stem or peel is another herb. */
const findHerbs = (name: string) =>
  [...source.herbs].filter(([, { names }]) => names.cn!.endsWith(name)).map(([id]) => id);

test.each(traditionalPairs)("%s is incompatible with %s, and vice versa", (herb, others) => {
  for (const id of findHerbs(herb)) {
    for (const other of others.split(" ").flatMap(findHerbs)) {
      expect(source.herbs.get(id)!.incompatible, `${id}: ${other}`).toContain(other);
      expect(source.herbs.get(other)!.incompatible, `${other}: ${id}`).toContain(id);
    }
  }
});

test("no herbs are incompatible except the traditional pairs", () => {
  const pairs = traditionalPairs.flatMap(([herb, others]) =>
    findHerbs(herb).flatMap((id) => others.split(" ").flatMap((name) => findHerbs(name).map((other) => [id, other]))),
  );
  const expected = new Set(pairs.flatMap(([id, other]) => [`${id} ${other}`, `${other} ${id}`]));
  const actual = [...source.herbs].flatMap(([id, { incompatible }]) => incompatible.map((other) => `${id} ${other}`));
  expect(actual.filter((pair) => !expected.has(pair))).toEqual([]);
  expect(actual.length).toBe(expected.size);
});

test("every herb of a formula or product has a dose, except four herbs", () => {
  const usedHerbs = new Set(
    [...source.items].flatMap(({ facts }) => {
      const { herb, ingredients = [] } = facts as { herb?: string; ingredients?: { herb: string }[] };
      return [...(herb ? [herb] : []), ...ingredients.map((row) => row.herb)];
    }),
  );
  const herbsWithoutDose = [...usedHerbs].filter((id) => !source.herbs.get(id)!.dose).sort();
  expect(herbsWithoutDose).toEqual(["fu-shen", "geng-mi", "shen-qu", "yi-tang"]);
});

test("the herbs with the narrowest margin have the doses of the pharmacopoeia", () => {
  const ids = ["zhi-chuan-wu", "zhi-cao-wu", "gan-sui", "yuan-hua", "jing-da-ji", "tian-hua-fen"];
  const doses = ids.map((id) => Object.values(source.herbs.get(id)!.dose!).join("–"));
  expect(doses).toEqual(["1.5–3", "1.5–3", "0.5–1.5", "1.5–3", "1.5–3", "10–15"]);
});

test("herbs are marked as toxic, or as needing care in pregnancy, as in the pharmacopoeia", () => {
  const list = (isMeant: (herb: { toxic?: string | undefined; pregnancy?: string | undefined }) => boolean) =>
    [...source.herbs.values()].filter((herb) => herb.dose && isMeant(herb)).map(({ names }) => names.cn);
  expect(list(({ toxic }) => toxic === "toxic").sort()).toEqual("京大戟 制川乌 制草乌 甘遂 芫花 附子".split(" "));
  expect(list(({ toxic }) => toxic === "slight").sort()).toEqual(["吴茱萸", "川楝子", "苦杏仁"]);
  expect(list(({ pregnancy }) => pregnancy !== undefined).sort()).toEqual(
    "三七 京大戟 制川乌 制草乌 大黄 天花粉 川牛膝 枳壳 枳实 桂枝 桃仁 牛膝 牡丹皮 甘遂 益母草 红花 肉桂 芫花 薏苡仁 附子".split(
      " ",
    ),
  );
});
