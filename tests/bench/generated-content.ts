import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { kinds, type Kind } from "../../app/services/api/contract/kinds.ts";
import { compileContent } from "../../app/services/content/compile/compile.ts";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { localeCodes } from "../../app/i18n/locales.ts";
import { testContent } from "../setup/test-content.ts";

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

const synonyms = [
  ["检验", "化验", "testing"],
  ["采收", "收获", "harvest"],
];

/** Chooses a value by a number instead of by chance, so that every run has the same content. */
function pick<Value>(values: readonly Value[], number: number): Value {
  return values[(Math.imul(number + 1, 0x9e3779b1) >>> 8) % values.length]!;
}

function createCategories() {
  return Array.from({ length: categoriesPerKind }, (_, group) => {
    const title = {
      cn: `${pick(chinesePlaces, group)}类 ${group}`,
      en: `${pick(englishPlaces, group)} group ${group}`,
    };
    const leaves = Array.from({ length: subcategoriesPerCategory }, (__, leaf) => ({
      slug: `group-${group}/leaf-${leaf}`,
      title: { cn: `${title.cn}.${leaf}`, en: `${title.en}.${leaf}` },
      summary: title,
    }));
    return [{ slug: `group-${group}`, title, summary: title }, ...leaves];
  }).flat();
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
  return sentences.join("");
}

function createEnglishText(number: number): string {
  const sentences = Array.from({ length: 8 }, (_, index) => {
    const seed = number * 8 + index;
    return `The ${pick(englishSteps, seed)} of ${pick(subjects, seed + 1).en} from ${pick(englishPlaces, seed + 2)} is number ${seed}. `;
  });
  return `${sentences.join("")}Kept by ${createCoinedWord(number % maxCoinedWords)}.`;
}

const createIngredients = () => [{ herb: "herb-1", dose: 9, role: "monarch" }];

/** Facts and words that only items of a kind have. */
const ownFacts: Partial<Record<Kind, (id: string) => object>> = {
  prescription: () => ({ pinyin: "Fāng", latin: "Decoctum", ingredients: createIngredients() }),
  product: (id) => ({ sku: `SKU-${id}`, herb: "herb-1" }),
};
const ownWords: Partial<Record<Kind, object>> = {
  news: { author: "A", source: "B" },
  prescription: { source: "A", actions: "1", indications: "2", preparation: "3", cautions: "4" },
  product: { packaging: "1 kg", moq: "5 kg", specs: [{ label: "A", value: "B" }] },
  case: { client: "C", location: "D" },
  service: { steps: [{ title: "One", summary: "Two" }] },
};

/** Writes a file of the content. */
type Write = (path: string, text: string) => void;

function writeItem(number: number, count: number, write: Write): void {
  const kind = getGeneratedKind(number);
  const folder = `${kind}/item-${number}`;
  const leaf = Math.floor(number / kinds.length) % (categoriesPerKind * subcategoriesPerCategory);
  const related = (number + kinds.length) % 1000;
  const facts = {
    cat: `group-${Math.floor(leaf / subcategoriesPerCategory)}/leaf-${leaf % subcategoriesPerCategory}`,
    date: new Date(Date.UTC(2000, 0, 1) + number * 3_600_000).toISOString().slice(0, 10),
    plate: "herb",
    related: related < count ? [`${kind}/item-${related}`] : [],
    // One product in ten isn't visible yet, so the lists have to skip it.
    ...(isHidden(number) && { from: "2100-01-01T00:00:00Z" }),
    ...ownFacts[kind]?.(`item-${number}`),
  };
  const place = pick(chinesePlaces, number);
  for (const locale of localeCodes) {
    const isChinese = locale === "cn";
    const title = isChinese
      ? `${place}${pick(subjects, number + 3).cn}${pick(chineseSteps, number + 5)}记 ${number}`
      : `${pick(subjects, number).en} ${pick(englishSteps, number + 5)} ${number}`;
    const summary = isChinese ? `第 ${number} 篇` : `No. ${number}`;
    const matter = stringify({ title, summary, ...ownWords[kind], ...(isChinese && facts) });
    const text = isChinese ? createChineseText(number) : createEnglishText(number);
    write(`${folder}/index.${locale}.md`, `---\n${matter}---\n\n${text}\n`);
  }
}

function writeHerbs(write: Write): void {
  const common = { species: "Planta", part: "root" };
  write("herbs/herb.yaml", stringify({ ...common, names: { cn: "药", en: "herb" }, latin: "Herba" }));
  for (const [index, { alias, latin, cn, en }] of subjects.entries())
    write(
      `herbs/herb-${index}.yaml`,
      stringify({ ...common, names: { cn, en: `${en} root` }, latin, aliases: [alias, en] }),
    );
}

/** Writes `count` items of all kinds in both languages into a new content folder. Every run has the same content. */
export function writeGeneratedContent(count: number, folder: string): void {
  const write: Write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(join(testContent, "settings"), join(folder, "settings"), { recursive: true });
  write("synonyms.yaml", stringify(synonyms));
  writeHerbs(write);
  for (const locale of localeCodes) {
    write(`menu/${locale}.yaml`, "[]\n");
    write(`adverts/${locale}.yaml`, "[]\n");
  }
  const categories = stringify(createCategories());
  for (const kind of kinds) write(`categories/${kind}.yaml`, categories);
  for (let number = 0; number < count; number++) writeItem(number, count, write);
}

/** Compiles `count` generated items into an index. @returns the time of the reading, checking and compiling */
export function compileGeneratedContent(count: number, index: string) {
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    writeGeneratedContent(count, folder);
    const [start, startCpu] = [performance.now(), process.cpuUsage()];
    const { source, problems } = readContentFolder(folder);
    if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));
    compileContent(source, index);
    return { wallMs: performance.now() - start, cpuMs: process.cpuUsage(startCpu).user / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether the generated item with this number isn't visible yet. */
export function isHidden(number: number): boolean {
  return number % 50 === 7;
}

/** Returns the kind of the generated item with this number. The kinds alternate in this order. */
export function getGeneratedKind(number: number): Kind {
  return kinds[number % kinds.length]!;
}
