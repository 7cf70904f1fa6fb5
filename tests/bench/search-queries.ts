import type { Locale } from "../../app/i18n/locales.ts";

/** Queries of one class, for the pages of one language. */
export type QueryClass = { locale: Locale; queries: string[]; isVerbatim?: boolean; sort?: "title" };

/** Queries of every class of the search, over the generated content. */
export const queryClasses: Record<string, QueryClass> = {
  "Chinese name": { locale: "cn", queries: ["黄芪", "当归", "茯苓", "三七"] },
  "other name": { locale: "cn", queries: ["黄耆", "潞党", "田七", "云苓"] },
  Pinyin: { locale: "cn", queries: ["huangqi", "dang gui", "Fúlíng", "sanqi"] },
  "Pinyin initials": { locale: "cn", queries: ["lxbzccj", "wshqysj", "bzdgjcj", "mxflbzj"] },
  "Latin name": { locale: "en", queries: ["Astragali Radix", "Gastrodiae Rhizoma", "Notoginseng Radix"] },
  "English name": { locale: "en", queries: ["astragalus", "peony", "notoginseng", "salvia"] },
  "name of the other language": { locale: "en", queries: ["黄芪", "当归", "茯苓", "三七"] },
  "traditional characters": { locale: "cn", queries: ["黃芪", "當歸", "黨參", "麥冬"] },
  synonym: { locale: "cn", queries: ["化验", "收获", "testing", "harvest"] },
  "British and American spelling": { locale: "en", queries: ["labelling", "labeling"] },
  "beginning of a name": { locale: "en", queries: ["astrag", "notog", "codon", "sal"] },
  "one character": { locale: "cn", queries: ["黄", "天", "参", "记"] },
  "one slip": { locale: "en", queries: ["astragulus", "notoginsang", "codonopsys", "rehmania"] },
  "slip in a coined word": { locale: "en", queries: ["cofelinap", "tasonadv", "bacoducq", "lorizumj"] },
  "wrong character": { locale: "cn", queries: ["黄其", "当规", "复苓", "天马"] },
  "several words": { locale: "cn", queries: ["亳州 天麻", "陇西 黄芪 采收", "包装 运输", "文山 三七 验收"] },
  "several words, in English": { locale: "en", queries: ["Bozhou peony", "harvest of salvia", "drying and grading"] },
  "some of the words": { locale: "cn", queries: ["黄芪 宇宙飞船", "亳州 天麻 直升机", "天麻 三七 飞船 当归"] },
  "a phrase": { locale: "cn", queries: ["亳州的黄芪在", "当归在1月采收", "茯苓在12月"] },
  "a run without spaces": { locale: "cn", queries: ["亳州黄芪采收价格", "文山三七炮制方法", "茯苓当归怎么卖"] },
  "number of an item": { locale: "cn", queries: ["编号97", "编号1940", "4711"] },
  "word in every item": { locale: "cn", queries: ["编号", "篇", "第"] },
  "word in every item, in English": { locale: "en", queries: ["number", "no", "kept"] },
  "words in every item, apart": { locale: "cn", queries: ["编号 篇", "号编", "篇第"] },
  "word in no item": { locale: "cn", queries: ["宇宙飞船", "qxzjvw", "🌿🌿", "zzzzzzzzzzzz"] },
  verbatim: { locale: "cn", queries: ["黄芪", "黄其", "亳州 当归"], isVerbatim: true },
  "100 characters": { locale: "cn", queries: ["的黄芪在当归编号".repeat(12), "a b c d e f g h i j ".repeat(5)] },
};

/** Unfinished inputs, for suggestions. */
export const beginnings: QueryClass[] = [
  { locale: "cn", queries: ["h", "hu", "huang", "黄", "黄芪", "亳州黄", "dg", "当归采"] },
  { locale: "en", queries: ["a", "as", "astra", "astragalus r", "pe", "har", "notoginseng t", "黄芪"] },
];

/**
 * Adds other punctuation to the query in each round. The search ignores punctuation, but the text isn't in the cache yet.
 * @param round below 1024
 */
export function createUniqueQuery(query: string, round: number): string {
  const marks = round.toString(2).padStart(10, "0").replaceAll("0", ",").replaceAll("1", ";");
  return `${query.slice(0, 90)}${marks}`;
}
