import { expect, test } from "vitest";
import { findAgeingWords } from "./ageing-words.ts";

test.each([
  ["今年的亳菊：开得迟，香得浓", "今年"],
  ["明年起按新版检验", "明年"],
  ["好花率高于去年", "去年"],
  ["去年秋天的新货", "去年"],
  ["明春移栽", "明春"],
  ["下个月到货", "下个月"],
  ["年底前完成认证", "年底"],
  ["三年前种下的黄芪", "三年前"],
  ["目前有 24 味", "目前"],
  ["近期将扩建", "近期"],
  ["This year’s Bozhou chrysanthemum: late and fragrant", "This year"],
  ["Certified by the end of the year", "by the end of the year"],
  ["Students come again next summer", "next summer"],
  ["Better than last year", "last year"],
  ["What changed in the past year", "past year"],
  ["We began two years ago", "two years ago"],
  ["Recently certified", "Recently"],
])("%s contains %s, which becomes outdated", (text, word) => {
  expect(findAgeingWords(text)).toEqual([word]);
});

test.each([
  "古今年表对照",
  "过去年代的炮制法",
  "清明年年采茶",
  "文明年轻人",
  "说明年份与产地",
  "草本月季",
  "以上月份不宜采收",
  "每年霜降后采收",
  "2027年底前完成认证",
  "2027 年底前完成认证",
  "两千年前的方子",
  "种满 3 年，采收前后",
  "2026 年的亳菊",
  "栏目前言",
  "The next year’s buds are torn away",
  "In the last month of drying",
  "Sooner or later, resoon",
  "A two-year root, lifted in spring",
  "The harvest of 2026",
])("%s contains no word that becomes outdated", (text) => {
  expect(findAgeingWords(text)).toEqual([]);
});
