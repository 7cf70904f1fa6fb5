import { expect, test } from "vitest";
import { findEdition, getEditionInForce } from "./pharmacopoeia-editions.ts";

test.each([
  ["《中国药典》2020 年版一部", 2020],
  ["《中国药典》（2025年版）", 2025],
  ["中国药典二〇二〇年版", 2020],
  ["２０１５年版《中国药典》", 2015],
  ["ChP 2020, Volume I", 2020],
  ["ChP2025", 2025],
  ["Ch.P. 2015", 2015],
  ["Chinese Pharmacopoeia, 2020 edition", 2020],
  ["Chinese Pharmacopoeia (2015 edition)", 2015],
  ["the 2020 edition of the Chinese Pharmacopoeia", 2020],
  ["Pharmacopoeia of the People’s Republic of China 2020", 2020],
  ["《中国药典》2020 年版，2025 年版《中国药典》", 2025],
  ["《中国药典》一部", undefined],
  ["企业标准 Q/QG 001-2026", undefined],
  ["《中国药典》2020 年版，企业标准 Q/QG 001-2026", 2020],
  ["欧洲药典 2020", undefined],
  ["European Pharmacopoeia 2020", undefined],
])("the newest edition named in “%s” is %s", (text, edition) => {
  expect(findEdition(text)).toBe(edition);
});

test.each([
  ["2025-09-30", 2020],
  ["2025-10-01", 2025],
  ["2020-12-29", 2015],
  ["2010-01-01", undefined],
])("on %s the edition in force is %s", (day, edition) => {
  expect(getEditionInForce(day)).toBe(edition);
});
