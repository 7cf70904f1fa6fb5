import { kinds, type Kind } from "../../app/services/api/contract/kinds.ts";
import type { CategoryWords, ContentSource, SourceItem } from "../../app/services/content/files/content-source.ts";

/** Herbs with all names that the classes of searches need: simplified Chinese, another name, Latin and English. */
const subjects = [
  { cn: "黄芪", alias: "黄耆", latin: "Astragali Radix", en: "astragalus" },
  { cn: "当归", alias: "秦归", latin: "Angelicae Sinensis Radix", en: "angelica" },
  { cn: "党参", alias: "潞党", latin: "Codonopsis Radix", en: "codonopsis" },
  { cn: "白芍", alias: "金芍", latin: "Paeoniae Radix", en: "peony" },
  { cn: "川芎", alias: "芎䓖", latin: "Chuanxiong Rhizoma", en: "chuanxiong" },
  { cn: "地黄", alias: "生地", latin: "Rehmanniae Radix", en: "rehmannia" },
  { cn: "三七", alias: "田七", latin: "Notoginseng Radix", en: "notoginseng" },
  { cn: "丹参", alias: "赤参", latin: "Salviae Radix", en: "salvia" },
  { cn: "白术", alias: "于术", latin: "Atractylodis Rhizoma", en: "atractylodes" },
  { cn: "茯苓", alias: "云苓", latin: "Poria Cocos", en: "tuckahoe" },
  { cn: "山药", alias: "淮山", latin: "Dioscoreae Rhizoma", en: "yam" },
  { cn: "麦冬", alias: "麦门冬", latin: "Ophiopogonis Radix", en: "ophiopogon" },
  { cn: "天麻", alias: "明天麻", latin: "Gastrodiae Rhizoma", en: "gastrodia" },
];
const chinesePlaces = ["亳州", "陇西", "文山", "彭州", "焦作", "岷县", "恩施", "磐安", "桐城", "宁夏", "长白山"];
const englishPlaces = ["Bozhou", "Longxi", "Wenshan", "Pengzhou", "Jiaozuo", "Minxian", "Enshi", "Pan'an", "Tongcheng"];
const chineseSteps = ["采收", "切制", "炮制", "检验", "留样", "晾晒", "分级", "包装", "运输", "验收"];
const englishSteps = [
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

const categoriesPerKind = 12;
const subcategoriesPerCategory = 4;

/** Chooses a value by a number instead of by chance, so that every run has the same content. */
function pick<Value>(values: readonly Value[], number: number): Value {
  return values[(Math.imul(number + 1, 0x9e3779b1) >>> 8) % values.length]!;
}

function createCategories(language: "cn" | "en"): CategoryWords {
  const words: CategoryWords = {};
  for (let group = 0; group < categoriesPerKind; group++) {
    const title =
      language === "cn" ? `${pick(chinesePlaces, group)}类 ${group}` : `${pick(englishPlaces, group)} group ${group}`;
    words[`group-${group}`] = { title, summary: title };
    for (let leaf = 0; leaf < subcategoriesPerCategory; leaf++) {
      words[`group-${group}/leaf-${leaf}`] = { title: `${title}.${leaf}`, summary: title };
    }
  }
  return words;
}

const syllables = "ba co du fe gi lo mu na pe ri so ta va xe zu".split(" ");

/** Creates a word that looks like a name. These words make the vocabulary for corrections as large as that of real texts. */
function createCoinedWord(number: number): string {
  const digits = number.toString(syllables.length).padStart(4, "0");
  return Array.from(digits, (digit) => syllables[Number.parseInt(digit, syllables.length)]).join("");
}

/** Number of coined words; later items repeat them. */
const maxCoinedWords = 50_000;

function createChineseText(number: number): string {
  const sentences = Array.from({ length: 8 }, (_, index) => {
    const seed = number * 8 + index;
    return `${pick(chinesePlaces, seed)}的${pick(subjects, seed + 1).cn}在${(seed % 12) + 1}月${pick(chineseSteps, seed + 2)}，编号${seed}。`;
  });
  return `<p>${sentences.join("")}</p>`;
}

function createEnglishText(number: number): string {
  const sentences = Array.from({ length: 8 }, (_, index) => {
    const seed = number * 8 + index;
    return `The ${pick(englishSteps, seed)} of ${pick(subjects, seed + 1).en} from ${pick(englishPlaces, seed + 2)} is number ${seed}. `;
  });
  return `<p>${sentences.join("")}Kept by ${createCoinedWord(number % maxCoinedWords)}.</p>`;
}

function createItem(number: number): SourceItem {
  const kind = kinds[number % kinds.length] as Kind;
  const day = new Date(Date.UTC(2000, 0, 1) + number * 3_600_000).toISOString().slice(0, 10);
  const leaf = Math.floor(number / kinds.length) % (categoriesPerKind * subcategoriesPerCategory);
  const words = (title: string, summary: string) => ({ title, summary, tags: [], attachments: [], source: title });
  const common = {
    cat: `group-${Math.floor(leaf / subcategoriesPerCategory)}/leaf-${leaf % subcategoriesPerCategory}`,
    date: day,
  };
  return {
    kind,
    id: `item-${number}`,
    photos: new Map(),
    facts: {
      ...{ ...common, plate: "herb", gallery: [], related: [`${kind}/item-${(number + kinds.length) % 1000}`] },
      ...(kind === "prescription" && { ingredients: [] }),
      // One product in ten isn't visible yet, so the lists have to skip it.
      ...(isHidden(number) && { from: "2100-01-01T00:00:00Z" }),
    },
    translations: {
      cn: {
        words: words(
          `${pick(chinesePlaces, number)}${pick(subjects, number + 3).cn}${pick(chineseSteps, number + 5)}记 ${number}`,
          `第 ${number} 篇`,
        ),
        html: createChineseText(number),
        attachments: [],
      },
      en: {
        words: words(`${pick(subjects, number).en} ${pick(englishSteps, number + 5)} ${number}`, `No. ${number}`),
        html: createEnglishText(number),
        attachments: [],
      },
    },
  } as unknown as SourceItem;
}

function createHerbs(): ContentSource["herbs"] {
  const common = { species: "Planta", part: "root" };
  const entries = subjects.map(({ cn, alias, latin, en }, index) => {
    const names = { cn, en: `${en} root` };
    return [`herb-${index}`, { ...common, latin, aliases: [alias, en], names }];
  });
  const commonHerb = { ...common, latin: "Herba", aliases: [], names: { cn: "药", en: "herb" } };
  return new Map([["herb", commonHerb], ...(entries as [string, typeof commonHerb][])]);
}

/** Creates `count` items of all kinds in both languages. Every run has the same content. */
export function createGeneratedContent(count: number): ContentSource {
  const tables = { cn: createCategories("cn"), en: createCategories("en") };
  return {
    herbs: createHerbs(),
    categories: Object.fromEntries(kinds.map((kind) => [kind, tables])) as ContentSource["categories"],
    documents: {
      settings: { cn: { siteName: "生成的内容" }, en: { siteName: "Generated content" } },
      menu: { cn: { rows: [] }, en: { rows: [] } },
      adverts: { cn: { rows: [] }, en: { rows: [] } },
    },
    redirects: [],
    pages: [],
    batches: [],
    synonyms: [
      ["检验", "化验", "testing"],
      ["采收", "收获", "harvest"],
    ],
    items: (function* () {
      for (let number = 0; number < count; number++) yield createItem(number);
    })(),
  };
}

/** Whether the generated item with this number isn't visible yet. */
export function isHidden(number: number): boolean {
  return number % 50 === 7;
}

/** Returns the kind of the generated item with this number. The kinds alternate in this order. */
export function getGeneratedKind(number: number): string {
  return ["news", "prescription", "product", "case", "service"][number % 5]!;
}
