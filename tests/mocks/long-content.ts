import type { Transport } from "#app/services/api/client.ts";

const longTexts = {
  "zh-cn": {
    // 60 characters without a possible line break.
    title:
      "黄芪党参白术茯苓当归川芎白芍熟地黄陈皮半夏甘草桔梗枳壳柴胡升麻葛根麻黄桂枝杏仁石膏知母黄芩黄连黄柏栀子大黄芒硝厚朴枳实羌",
    name: "蜜炙甘草与酒洗当归尾及姜汁炒竹茹",
    quote:
      "太阳病，头痛，发热，汗出，恶风，桂枝汤主之。阳浮者热自发，阴弱者汗自出，啬啬恶寒，淅淅恶风，翕翕发热，鼻鸣干呕者。",
    source: "《伤寒论·辨太阳病脉证并治》第12条",
    item: (level: number) => `第${level}级：干燥至水分≤10.0%，每袋25kg，存放于20℃以下`,
    mixed:
      "按《中国药典》2025年版HPLC法测定Astragaloside IV（黄芪甲苷），含量≥0.080%，批号QG-P-0101，2026年3月6日放行，温度18–25℃，相对湿度≤60%RH，pH6.5±0.2。",
    cell: "黄芪甲苷与毛蕊异黄酮葡萄糖苷",
  },
  en: {
    title:
      "Dichlorodiphenyltrichloroethane and pseudopseudohypoparathyroidism (25 µg/kg, ≤ 0.5 %) in 黄芪 and Glycyrrhizae",
    name: "Pseudopseudohypoparathyroidism",
    quote:
      "In greater yang disease with headache, heat effusion, sweating and aversion to wind, Cinnamon Twig Decoction governs.",
    source: "Shānghán Lùn 傷寒論, clause 13",
    item: (level: number) => `Level ${level}: dried to ≤ 10.0 % water, 25 kg a sack, kept below 20 °C`,
    mixed:
      "By HPLC after the 《中国药典》 of 2025, astragaloside IV 黄芪甲苷 ≥ 0.080 %, lot QG-P-0101, released 6 March 2026, 18–25 °C, ≤ 60 % RH, pH 6.5 ± 0.2, 1 000 000 CFU/g.",
    cell: "Astragaloside and calycosin glucoside",
  },
};

function createBody({ title, item, quote, source, mixed, cell }: (typeof longTexts)["en"]): string {
  const createList = (tag: string, level = 1): string =>
    `<${tag}><li>${item(level)}${level < 4 ? createList(tag, level + 1) : ""}</li><li>${item(level)}</li></${tag}>`;
  const createCells = (tag: string) =>
    Array.from({ length: 9 }, (_, index) => `<${tag}>${cell} ${index + 1}</${tag}>`).join("");
  const rows = `<tr>${createCells("td")}</tr>`.repeat(3);
  return [
    `<h2>${title}</h2><p>${mixed}</p><blockquote><p>${quote}</p><p>${source}</p></blockquote>`,
    `<h3>${title}</h3>${createList("ul")}${createList("ol")}`,
    `<table><thead><tr>${createCells("th")}</tr></thead><tbody>${rows}</tbody></table>`,
    `<table><caption>${cell}</caption><tbody>${rows}</tbody></table>`,
    `<dl><dt>${title}</dt><dd>${mixed}</dd></dl><pre>${mixed}</pre><p><code>${"QG-P-".repeat(30)}</code></p>`,
  ].join("");
}

/** Wraps a backend: titles, texts and names become long ones in the same language, which are hard to lay out. */
export function withLongContent(transport: Transport): Transport {
  return async (request) => {
    const response = await transport(request);
    // Owners choose names that fit the menu, so the menu keeps its names.
    if (request.url.includes("/menu")) return response;
    const texts = longTexts[request.headers.get("Language") === "en" ? "en" : "zh-cn"];
    const replaceText = (key: string, value: unknown): unknown => {
      if (key === "title" || key === "label") return texts.title;
      if (key === "name" && typeof value === "string") return texts.name;
      if (key === "summary") return texts.mixed;
      if (key === "body" || key === "about") return createBody(texts);
      if (key === "source") return texts.mixed;
      return value;
    };
    return new Response(JSON.stringify(await response.json(), replaceText), response);
  };
}
