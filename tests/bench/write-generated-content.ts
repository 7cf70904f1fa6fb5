import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import type { SourceItem } from "../../app/services/content/files/content-source.ts";
import { localeCodes } from "../../app/i18n/locales.ts";
import { testContent } from "../setup/test-content.ts";
import { createGeneratedContent } from "./generated-content.ts";

/** Fields that files must have. The generated content lacks them, because the index doesn't need them. */
const factsByKind: Partial<Record<SourceItem["kind"], (id: string) => object>> = {
  prescription: () => ({
    pinyin: "Fāng",
    latin: "Decoctum",
    ingredients: [{ herb: "herb-1", dose: 9, role: "monarch" }],
  }),
  product: (id) => ({ sku: `SKU-${id}`, herb: "herb-1" }),
};
const wordsByKind: Partial<Record<SourceItem["kind"], object>> = {
  news: { author: "A" },
  prescription: { actions: "1", indications: "2", preparation: "3", cautions: "4" },
  product: { packaging: "1 kg", moq: "5 kg", specs: [{ label: "A", value: "B" }] },
  case: { client: "C", location: "D" },
  service: { steps: [{ title: "One", summary: "Two" }] },
};

/** Writes `createGeneratedContent` as files into `folder`. */
export function writeGeneratedContent(count: number, folder: string): void {
  const { herbs, categories, items } = createGeneratedContent(count);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  cpSync(join(testContent, "settings"), join(folder, "settings"), { recursive: true });
  const herbFacts = Array.from(herbs, ([id, { latin, species, part, aliases }]) => [
    id,
    { latin, species, part, aliases },
  ]);
  write("herbs/facts.yaml", stringify(Object.fromEntries(herbFacts)));
  for (const locale of localeCodes) {
    const names = Array.from(herbs, ([id, herb]) => [id, herb.names[locale]]);
    write(`herbs/${locale}.yaml`, stringify(Object.fromEntries(names)));
    write(`menu/${locale}.yaml`, "[]\n");
    write(`adverts/${locale}.yaml`, "[]\n");
    for (const [kind, tables] of Object.entries(categories))
      write(`categories/${kind}/${locale}.yaml`, stringify(tables[locale]));
  }
  for (const item of items) writeItem(item, count, write);
}

function writeItem(
  { kind, id, facts, translations }: SourceItem,
  count: number,
  write: (path: string, text: string) => void,
): void {
  const folder = `${kind}/${id}`;
  // Items refer to some of the first thousand items, which a smaller content doesn't have.
  const related = facts.related.filter((reference) => Number(reference.split("-")[1]) < count);
  write(`${folder}/item.yaml`, stringify({ ...facts, related, ...factsByKind[kind]?.(id) }));
  for (const locale of localeCodes) {
    const { words, html } = translations[locale]!;
    const { title, summary, tags, source } = words as {
      title: string;
      summary: string;
      tags: string[];
      source?: string;
    };
    const hasSource = kind === "news" || kind === "prescription";
    const matter = { title, summary, tags, ...(hasSource && { source }), ...wordsByKind[kind] };
    write(`${folder}/${locale}.md`, `---\n${stringify(matter)}---\n\n${html.replace(/<[^<>]*>/g, "")}\n`);
  }
}
