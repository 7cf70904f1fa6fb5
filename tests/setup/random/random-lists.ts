/** Creates a generator of numbers from 0 to 1 that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Chooses one of the values. */
export const choose = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

const pieces = [
  ..."QG-P-0101 QG-P-0102 qg–p–O101 QG-P-9999 0101 HQ260301 QGP0102 Item No. 货号： SKU".split(" "),
  ..."黄芪 白芍 三七 半夏 Huang qi 要炒的 （麸炒） raw please 地址 上海市浦东新区 合计 🌿 若干".split(" "),
  ..."40 1,000 2.5 ４０ 三十 两百五十 半 0 -5 40-50 1e5 999999999 ½ 2026-03-01 1. (2) x8 ×3".split(" "),
  ..."公斤 kg 吨 t 斤 克 lb 箱 cartons 袋 /袋 元 坛".split(" "),
];
const separators = [" ", "  ", "\t", ",", "，", ";", "、", "|", "｜", ":", " - ", "/", "", '"', "\u200b"];

const items = ["QG-P-0101", "qg p O102", "黄芪", "huang qi", "astragalus root"];
const quantities = ["40 kg", "５公斤", "1,000 g", "三十公斤", "45.36kg", "25 kg x 2", "2吨", "100"];

function createLine(random: () => number): string {
  const pick = <Value>(values: readonly Value[]) => choose(random, values);
  if (random() < 0.4) return `${pick(items)} ${pick(quantities)}`;
  const length = Math.floor(random() * 7);
  return Array.from({ length }, () => pick(pieces) + pick(separators)).join("");
}

/** Creates a random list: up to four lines, each an item with a quantity, or a mixture of numbers, words and units. */
export const createList = (random: () => number) =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => createLine(random)).join("\n");

/** Returns the lines of a list that have letters, digits or emoji. */
export const listFilledLines = (text: string) =>
  text.split("\n").filter((line) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(line));
