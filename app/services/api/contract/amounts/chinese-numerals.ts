const chineseDigits = "〇一二三四五六七八九";
const scales: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };
const variantNumerals: Readonly<Record<string, string>> = {
  零: "〇",
  两: "二",
  兩: "二",
  廿: "二十",
  卅: "三十",
  萬: "万",
  壹: "一",
  贰: "二",
  叁: "三",
  肆: "四",
  伍: "五",
  陆: "六",
  柒: "七",
  捌: "八",
  玖: "九",
  拾: "十",
  佰: "百",
  仟: "千",
};
export const numerals = `${chineseDigits}${Object.keys(scales).join("")}${Object.keys(variantNumerals).join("")}`;

const getPlain = (sign: string): string => variantNumerals[sign] ?? sign;

/** Parses a numeral, for example 三十, 二百五 (250), 一万二千 or 一二〇, but not the name of the herb 三七. */
export function readNumeral(text: string): number | undefined {
  const signs = Array.from(text, getPlain).join("");
  if (!/[十百千万〇]/.test(signs) && signs.length > 1) return undefined;
  if (!/[十百千万]/.test(signs)) return Number(Array.from(signs, (sign) => chineseDigits.indexOf(sign)).join(""));
  let [total, section, digit, lastScale]: [number, number, number | undefined, number] = [0, 0, undefined, Infinity];
  for (const sign of signs) {
    const scale = scales[sign];
    if (scale === undefined) {
      if (digit) return undefined;
      digit = chineseDigits.indexOf(sign);
    } else if (scale === scales["万"]) {
      total += (section + (digit ?? 0)) * scale;
      [section, digit, lastScale] = [0, undefined, scale];
    } else {
      if (scale >= lastScale && digit !== 0) return undefined;
      section += (digit || 1) * scale;
      [digit, lastScale] = [undefined, scale];
    }
  }
  const isShort = !/〇.$/.test(signs);
  return total + section + (digit ?? 0) * (isShort ? lastScale / 10 : 1);
}
