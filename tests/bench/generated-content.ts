import { plateSpecSchema } from "../../app/plates/plate-spec.ts";
import { kinds, type Kind } from "../../app/contract/kinds.ts";
import type { CategoryWords, ContentSource, SourceItem } from "../../app/embedded-api/content-source.ts";

const subjects = [
  "黄芪",
  "当归",
  "党参",
  "白芍",
  "川芎",
  "地黄",
  "三七",
  "丹参",
  "白术",
  "茯苓",
  "山药",
  "麦冬",
  "天麻",
];
const subjectsEn = [
  "astragalus",
  "angelica",
  "codonopsis",
  "peony",
  "chuanxiong",
  "rehmannia",
  "notoginseng",
  "salvia",
];
const places = ["亳州", "陇西", "文山", "彭州", "焦作", "岷县", "恩施", "磐安", "桐城", "宁夏", "长白山"];
const placesEn = ["Bozhou", "Longxi", "Wenshan", "Pengzhou", "Jiaozuo", "Minxian", "Enshi", "Pan'an", "Tongcheng"];
const doings = ["采收", "切制", "炮制", "检验", "留样", "晾晒", "分级", "包装", "运输", "验收"];
const doingsEn = [
  "harvest",
  "slicing",
  "processing",
  "testing",
  "sampling",
  "drying",
  "grading",
  "packing",
  "delivery",
];

const categoriesOfKind = 12;
const leavesOfCategory = 4;

/** A member of a list that depends on a number alone: the same content at every run. */
function pick<Value>(values: readonly Value[], number: number): Value {
  return values[(Math.imul(number + 1, 0x9e3779b1) >>> 8) % values.length]!;
}

function categories(language: "cn" | "en"): CategoryWords {
  const words: CategoryWords = {};
  for (let group = 0; group < categoriesOfKind; group++) {
    const title = language === "cn" ? `${pick(places, group)}类 ${group}` : `${pick(placesEn, group)} group ${group}`;
    words[`group-${group}`] = { title, summary: title };
    for (let leaf = 0; leaf < leavesOfCategory; leaf++) {
      words[`group-${group}/leaf-${leaf}`] = { title: `${title}.${leaf}`, summary: title };
    }
  }
  return words;
}

function textCn(number: number): string {
  const sentences = Array.from({ length: 8 }, (_, index) => {
    const seed = number * 8 + index;
    return `${pick(places, seed)}的${pick(subjects, seed + 1)}在${(seed % 12) + 1}月${pick(doings, seed + 2)}，编号${seed}。`;
  });
  return `<p>${sentences.join("")}</p>`;
}

function textEn(number: number): string {
  const sentences = Array.from({ length: 8 }, (_, index) => {
    const seed = number * 8 + index;
    return `The ${pick(doingsEn, seed)} of ${pick(subjectsEn, seed + 1)} from ${pick(placesEn, seed + 2)} is number ${seed}. `;
  });
  return `<p>${sentences.join("")}</p>`;
}

function item(number: number): SourceItem {
  const kind = kinds[number % kinds.length] as Kind;
  const day = new Date(Date.UTC(2000, 0, 1) + number * 3_600_000).toISOString().slice(0, 10);
  const leaf = Math.floor(number / kinds.length) % (categoriesOfKind * leavesOfCategory);
  const words = (title: string, summary: string) => ({ title, summary, tags: [], attachments: [], source: title });
  const common = { cat: `group-${Math.floor(leaf / leavesOfCategory)}/leaf-${leaf % leavesOfCategory}`, date: day };
  return {
    kind,
    id: `item-${number}`,
    facts: {
      ...{ ...common, plate: "herb", gallery: [], related: [`${kind}/item-${(number + kinds.length) % 1000}`] },
      ...(kind === "prescription" && { ingredients: [] }),
      // One product in ten isn’t there yet: its lists have to step over them.
      ...(isHidden(number) && { from: "2100-01-01T00:00:00Z" }),
    },
    translations: {
      cn: {
        words: words(
          `${pick(places, number)}${pick(subjects, number + 3)}${pick(doings, number + 5)}记 ${number}`,
          `第 ${number} 篇`,
        ),
        html: textCn(number),
        attachments: [],
      },
      en: {
        words: words(`${pick(subjectsEn, number)} ${pick(doingsEn, number + 5)} ${number}`, `No. ${number}`),
        html: textEn(number),
        attachments: [],
      },
    },
  } as unknown as SourceItem;
}

/** Content of any size, the same at every run: `count` items spread over all kinds, in both languages. */
export function generatedContent(count: number): ContentSource {
  const tables = { cn: categories("cn"), en: categories("en") };
  return {
    herbs: new Map([
      [
        "herb",
        {
          latin: "Herba",
          species: "Planta",
          part: "root",
          names: { cn: "药", en: "herb" },
          plate: plateSpecSchema.parse({ habit: "none", part: { form: "taproot" } }),
        },
      ],
    ]),
    categories: Object.fromEntries(kinds.map((kind) => [kind, tables])) as ContentSource["categories"],
    documents: {
      settings: { cn: { siteName: "生成的内容" }, en: { siteName: "Generated content" } },
      menu: { cn: { rows: [] }, en: { rows: [] } },
      adverts: { cn: { rows: [] }, en: { rows: [] } },
    },
    redirects: [],
    items: (function* () {
      for (let number = 0; number < count; number++) yield item(number);
    })(),
  };
}

/** Whether the generated item of a number isn't shown yet: some always aren't. */
export function isHidden(number: number): boolean {
  return number % 50 === 7;
}
