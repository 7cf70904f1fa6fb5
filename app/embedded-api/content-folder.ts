import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import type { z } from "zod";
import { kinds, type Kind } from "../contract/kinds.ts";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import { paths } from "../platform/paths.ts";
import { readMarkdown, readYaml, type Located, type Problem } from "./content-file.ts";
import {
  advertsFileSchema,
  categoriesSchema,
  factsSchemas,
  herbFactsSchema,
  herbNamesSchema,
  menuFileSchema,
  platesSchema,
  settingsFileSchema,
  wordsSchemas,
  type Facts,
  type Words,
} from "./content-schema.ts";
import type { Attachment, CategoryWords, ContentSource, Herb, SourceItem, Translation } from "./content-source.ts";

const markdown = new MarkdownIt({ html: false, linkify: false });

/** The content folder, read and checked: every problem and every missing translation in one pass. */
export type ContentFolder = { source: ContentSource; problems: Problem[]; missingTranslations: string[] };

/** Reads and checks a content folder (docs/content.md says how it is laid out). */
export function readContentFolder(root: string): ContentFolder {
  return new FolderReader(root).read();
}

type Check = { located: Located<Facts>; kind: Kind; id: string };

class FolderReader {
  private readonly problems: Problem[] = [];
  private readonly missingTranslations: string[] = [];
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  read(): ContentFolder {
    const herbs = this.herbs();
    const categories = Object.fromEntries(
      kinds.map((kind) => [kind, this.perLocale(`categories/${kind}`, categoriesSchema)]),
    ) as ContentSource["categories"];
    const settings = this.perLocale("settings", settingsFileSchema);
    const adverts = this.perLocale("adverts", advertsFileSchema);
    const source: ContentSource = {
      herbs,
      categories,
      documents: {
        settings: mapValues(settings, (value) => ({ ...value, about: markdown.render(value.about) })),
        menu: mapValues(this.perLocale("menu", menuFileSchema), (rows) => ({ rows })),
        adverts: mapValues(adverts, (rows) => ({ rows: rows.map(advertData) })),
      },
      items: this.items(categories, herbs),
    };
    return { source, problems: this.problems, missingTranslations: this.missingTranslations };
  }

  private path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  private keep<Value>({ problems, located }: { problems: Problem[]; located?: Located<Value> }) {
    this.problems.push(...problems);
    return located;
  }

  /** One YAML file a language in `folder`. */
  private perLocale<Schema extends z.ZodType>(folder: string, schema: Schema) {
    const found: Partial<Record<Locale, z.output<Schema>>> = {};
    for (const locale of localeCodes) {
      const file = this.path(folder, `${locale}.yaml`);
      if (!existsSync(file)) this.missingTranslations.push(file);
      else {
        const located = this.keep(readYaml(file, schema));
        if (located) found[locale] = located.value;
      }
    }
    if (Object.keys(found).length === 0) {
      this.problems.push({
        file: this.path(folder),
        line: 1,
        field: "(folder)",
        message: "needs a file for at least one language",
      });
    }
    return found;
  }

  private herbs(): Map<string, Herb> {
    const located = this.keep(readYaml(this.path("herbs/facts.yaml"), herbFactsSchema));
    const plates = this.keep(readYaml(this.path("herbs/plates.yaml"), platesSchema))?.value ?? {};
    const names = this.perLocale("herbs", herbNamesSchema);
    const herbs = new Map<string, Herb>();
    for (const [id, facts] of Object.entries(located?.value ?? {})) {
      const plate = plates[id];
      if (plate) herbs.set(id, { ...facts, plate, names: mapValues(names, (table) => table[id]) });
      else this.problems.push(located!.problem([id], "has no plate in herbs/plates.yaml"));
    }
    return herbs;
  }

  private items(categories: ContentSource["categories"], herbs: Map<string, Herb>): SourceItem[] {
    const checks: Check[] = [];
    const items = kinds.flatMap((kind) => this.ids(kind).flatMap((id) => this.item(kind, id, checks)));
    // By folder, not by what could be read: one broken item is one problem, not one for each that refers to it.
    const known = new Set(kinds.flatMap((kind) => this.ids(kind).map((id) => `${kind}/${id}`)));
    const skus = new Map<string, string>();
    for (const { located, kind, id } of checks) {
      const { value: facts, problem } = located;
      const slugs = Object.assign({}, ...Object.values(categories[kind])) as CategoryWords;
      if (!Object.hasOwn(slugs, facts.cat)) {
        this.problems.push(problem(["cat"], `no category ${facts.cat} in categories/${kind}`));
      }
      facts.related.forEach((reference, index) => {
        if (!known.has(reference)) this.problems.push(problem(["related", index], `there is no ${reference}`));
      });
      for (const { path, herb } of herbsOf(facts)) {
        if (!herbs.has(herb)) this.problems.push(problem(path, `no herb ${herb} in herbs/facts.yaml`));
      }
      if ("sku" in facts) {
        const other = skus.get(facts.sku);
        if (other) this.problems.push(problem(["sku"], `is also the sku of ${other}`));
        skus.set(facts.sku, id);
      }
    }
    return items;
  }

  private ids(kind: Kind): string[] {
    const folder = this.path(kind);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  }

  private item(kind: Kind, id: string, checks: Check[]): SourceItem[] {
    const factsFile = this.path(kind, id, "item.yaml");
    if (!/^[a-z0-9-]+$/.test(id))
      return this.refuse(factsFile, "(folder)", "use lower-case letters, digits and hyphens");
    if (!existsSync(factsFile)) return this.refuse(factsFile, "(file)", "is missing");
    const located = this.keep(readYaml(factsFile, factsSchemas[kind]));
    const translations: Partial<Record<Locale, Translation>> = {};
    const files = localeCodes.map((locale) => ({ locale, file: this.path(kind, id, `${locale}.md`) }));
    const present = files.filter(({ file }) => existsSync(file));
    if (present.length === 0) return this.refuse(this.path(kind, id), "(folder)", "has no words in any language");
    this.missingTranslations.push(...files.filter((file) => !present.includes(file)).map(({ file }) => file));
    for (const { locale, file } of present) {
      const { body, ...parsed } = readMarkdown(file, wordsSchemas[kind]);
      const words = this.keep(parsed);
      if (!words) continue;
      const attachments = this.attachments(words as Located<Words>);
      translations[locale] = { words: words.value, html: markdown.render(body), attachments };
    }
    if (!located) return [];
    checks.push({ located: located as Located<Facts>, kind, id });
    return Object.keys(translations).length > 0 ? [{ kind, id, facts: located.value, translations }] : [];
  }

  /** The files that an item offers, with their sizes; those on this site must be there. */
  private attachments({ value, problem }: Located<Words>): Attachment[] {
    return value.attachments.map((attachment, index) => {
      if (!attachment.url.startsWith("/")) return attachment;
      const file = join(paths.public, attachment.url);
      if (existsSync(file)) return { ...attachment, size: statSync(file).size };
      this.problems.push(problem(["attachments", index, "url"], `there is no ${file}`));
      return attachment;
    });
  }

  private refuse(file: string, field: string, message: string): [] {
    this.problems.push({ file, line: 1, field, message });
    return [];
  }
}

/** Every herb that an item names, with the field that names it. */
function herbsOf(facts: Facts): { path: PropertyKey[]; herb: string }[] {
  return [
    { path: ["plate"], herb: facts.plate },
    ...facts.gallery.map((herb, index) => ({ path: ["gallery", index], herb })),
    ...("herb" in facts ? [{ path: ["herb"], herb: facts.herb }] : []),
    ...("ingredients" in facts
      ? facts.ingredients.map(({ herb }, index) => ({ path: ["ingredients", index, "herb"], herb }))
      : []),
  ];
}

function advertData({ plate, ...advert }: z.output<typeof advertsFileSchema>[number]) {
  return { ...advert, image: `/plates/${plate}.svg` };
}

function mapValues<Value, Result>(
  table: Partial<Record<Locale, Value>>,
  change: (value: Value) => Result,
): Partial<Record<Locale, Result>> {
  return Object.fromEntries(
    Object.entries(table).map(([locale, value]) => [locale, change(value as Value)]),
  ) as Partial<Record<Locale, Result>>;
}
