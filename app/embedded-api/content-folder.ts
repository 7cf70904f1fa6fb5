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

type Check = { raw: Located<unknown>; kind: Kind; id: string };

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
    for (const kind of kinds) this.checkCategories(kind, categories[kind]);
    const settings = this.perLocale("settings", settingsFileSchema, ({ value, problem }) => {
      this.checkFiles([{ path: ["logo"], file: value.logo }], problem);
      this.checkFiles(
        value.social.map(({ qr }, index) => ({ path: ["social", index, "qr"], file: qr })),
        problem,
      );
    });
    const adverts = this.perLocale("adverts", advertsFileSchema, ({ value, problem }) => {
      this.checkHerbs(
        value.map(({ plate }, index) => ({ path: [index, "plate"], herb: plate })),
        herbs,
        problem,
      );
      value.forEach(({ id }, index) => {
        const isTwice = value.findIndex((advert) => advert.id === id) < index;
        if (isTwice) this.problems.push(problem([index, "id"], `${id} is also the id of another advert`));
      });
    });
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
  private perLocale<Schema extends z.ZodType>(
    folder: string,
    schema: Schema,
    check: (located: Located<z.output<Schema>>) => void = () => {},
  ) {
    const found: Partial<Record<Locale, z.output<Schema>>> = {};
    for (const locale of localeCodes) {
      const file = this.path(folder, `${locale}.yaml`);
      if (!existsSync(file)) this.missingTranslations.push(file);
      else {
        const located = this.keep(readYaml(file, schema));
        if (!located) continue;
        check(located);
        found[locale] = located.value;
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

  private checkHerbs(named: NamedHerb[], herbs: Map<string, Herb>, problem: Located<unknown>["problem"]): void {
    // Without a single herb the table itself is what is wrong.
    if (herbs.size === 0) return;
    for (const { path, herb } of named) {
      if (!herbs.has(herb)) this.problems.push(problem(path, `no herb ${herb} in herbs/facts.yaml`));
    }
  }

  private checkFiles(files: { path: PropertyKey[]; file: string }[], problem: Located<unknown>["problem"]): void {
    for (const { path, file } of files) {
      if (file.startsWith("/") && !existsSync(join(paths.public, file))) {
        this.problems.push(problem(path, `there is no ${join(paths.public, file)}`));
      }
    }
  }

  /** Every category stands below one that there is; what isn't in every language is listed. */
  private checkCategories(kind: Kind, tables: Partial<Record<Locale, CategoryWords>>): void {
    const all = new Set(Object.values(tables).flatMap((table) => Object.keys(table)));
    for (const slug of all) {
      const parent = slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
      if (parent && !all.has(parent)) {
        const file = this.path("categories", kind);
        this.problems.push({ file, line: 1, field: slug, message: `there is no ${parent} for it to stand below` });
      }
      for (const [locale, table] of Object.entries(tables)) {
        if (!Object.hasOwn(table, slug)) {
          this.missingTranslations.push(`${this.path("categories", kind, `${locale}.yaml`)}: ${slug}`);
        }
      }
    }
  }

  private herbs(): Map<string, Herb> {
    const located = this.keep(readYaml(this.path("herbs/facts.yaml"), herbFactsSchema));
    const plates = this.keep(readYaml(this.path("herbs/plates.yaml"), platesSchema))?.value ?? {};
    const names = this.perLocale("herbs", herbNamesSchema);
    const herbs = new Map<string, Herb>();
    for (const [id, facts] of Object.entries(located?.value ?? {})) {
      const plate = plates[id];
      if (!plate) {
        this.problems.push(located!.problem([id], "has no plate in herbs/plates.yaml"));
        continue;
      }
      herbs.set(id, { ...facts, plate, names: mapValues(names, (table) => table[id]) });
      for (const [locale, table] of Object.entries(names)) {
        if (!table[id]) this.missingTranslations.push(`${this.path("herbs", `${locale}.yaml`)}: ${id}`);
      }
    }
    return herbs;
  }

  private items(categories: ContentSource["categories"], herbs: Map<string, Herb>): SourceItem[] {
    const checks: Check[] = [];
    const items = kinds.flatMap((kind) => this.ids(kind).flatMap((id) => this.item(kind, id, checks)));
    // By folder, not by what could be read: one broken item is one problem, not one for each that refers to it.
    const known = new Set(kinds.flatMap((kind) => this.ids(kind).map((id) => `${kind}/${id}`)));
    const skus = new Map<string, string>();
    for (const { raw, kind, id } of checks) {
      const { problem } = raw;
      // Checked whether or not the file is fine otherwise: one pass names everything.
      const facts = looseFacts(raw.value);
      const slugs = Object.assign({}, ...Object.values(categories[kind])) as CategoryWords;
      if (facts.cat !== undefined && !Object.hasOwn(slugs, facts.cat)) {
        this.problems.push(problem(["cat"], `no category ${facts.cat} in categories/${kind}`));
      }
      facts.related.forEach((reference, index) => {
        const isReference = /^[a-z]+\/[a-z0-9-]+$/.test(reference);
        if (isReference && !known.has(reference)) {
          this.problems.push(problem(["related", index], `there is no ${reference}`));
        }
      });
      this.checkHerbs(facts.herbs, herbs, problem);
      if (facts.sku === undefined) continue;
      const other = skus.get(facts.sku);
      if (other) this.problems.push(problem(["sku"], `is also the sku of ${other}`));
      skus.set(facts.sku, id);
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
    const parsedFacts = readYaml(factsFile, factsSchemas[kind]);
    const located = this.keep(parsedFacts);
    if (parsedFacts.raw) checks.push({ raw: parsedFacts.raw, kind, id });
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
    return Object.keys(translations).length > 0 ? [{ kind, id, facts: located.value, translations }] : [];
  }

  /** The files that an item offers, with their sizes; those on this site must be there. */
  private attachments({ value, problem }: Located<Words>): Attachment[] {
    return value.attachments.map((attachment, index) => {
      this.checkFiles([{ path: ["attachments", index, "url"], file: attachment.url }], problem);
      const file = join(paths.public, attachment.url);
      const isHere = attachment.url.startsWith("/") && existsSync(file);
      return isHere ? { ...attachment, size: statSync(file).size } : attachment;
    });
  }

  private refuse(file: string, field: string, message: string): [] {
    this.problems.push({ file, line: 1, field, message });
    return [];
  }
}

type NamedHerb = { path: PropertyKey[]; herb: string };

/** What an item's facts refer to, of a file that may be wrong in other places. */
function looseFacts(value: unknown) {
  const facts = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const texts = (field: string) => (Array.isArray(facts[field]) ? (facts[field] as unknown[]) : []);
  const herb = (path: PropertyKey[], name: unknown): NamedHerb[] =>
    typeof name === "string" ? [{ path, herb: name }] : [];
  return {
    cat: typeof facts["cat"] === "string" ? facts["cat"] : undefined,
    sku: typeof facts["sku"] === "string" ? facts["sku"] : undefined,
    related: texts("related").map(String),
    herbs: [
      ...herb(["plate"], facts["plate"]),
      ...herb(["herb"], facts["herb"]),
      ...texts("gallery").flatMap((name, index) => herb(["gallery", index], name)),
      ...texts("ingredients").flatMap((one, index) =>
        herb(["ingredients", index, "herb"], (one as { herb?: unknown } | null)?.herb),
      ),
    ],
  };
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
