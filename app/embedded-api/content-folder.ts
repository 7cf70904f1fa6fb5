import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import type { z } from "zod";
import { kinds, type Kind } from "../contract/kinds.ts";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import { paths } from "../platform/paths.ts";
import { readMarkdown, readYaml, type Link, type Located, type Problem } from "./content-file.ts";
import {
  draftsOf,
  herbProblems,
  linkProblem,
  referenceProblems,
  slugsOf,
  textLinkProblems,
  type ItemFacts,
} from "./content-references.ts";
import {
  advertsFileSchema,
  categoriesSchema,
  factsSchemas,
  herbFactsSchema,
  herbNamesSchema,
  menuFileSchema,
  platesSchema,
  redirectsFileSchema,
  settingsFileSchema,
  wordsSchemas,
  type MenuFile,
  type Words,
} from "./content-schema.ts";
import type { Attachment, CategoryWords, ContentSource, Herb, SourceItem, Translation } from "./content-source.ts";
import { redirectProblems, type Redirect } from "./redirects.ts";
import { createSitePaths, type SitePaths } from "./site-paths.ts";
import { unreadProblems } from "./unread-files.ts";

const markdown = new MarkdownIt({ html: false, linkify: false });

/** The content folder, read and checked: every problem and every missing translation in one pass. */
export type ContentFolder = { source: ContentSource; problems: Problem[]; missingTranslations: string[] };

/** Reads and checks a content folder (docs/content.md says how it is laid out). */
export function readContentFolder(root: string): ContentFolder {
  return new FolderReader(root).read();
}

class FolderReader {
  private readonly problems: Problem[] = [];
  private readonly missingTranslations: string[] = [];
  /** Links of texts, and of menu and adverts: checked once all pages are known. */
  private readonly links: { file: string; links: Link[] }[] = [];
  private readonly targets: { problem: Located<unknown>["problem"]; path: PropertyKey[]; target: string }[] = [];
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  read(): ContentFolder {
    this.problems.push(...unreadProblems(this.root));
    const herbs = this.herbs();
    const categories = Object.fromEntries(
      kinds.map((kind) => [kind, this.perLocale(`categories/${kind}`, categoriesSchema)]),
    ) as ContentSource["categories"];
    for (const kind of kinds) this.checkCategories(kind, categories[kind]);
    const settings = this.perLocale("settings", settingsFileSchema, ({ value, problem }) => {
      this.checkFiles([{ path: ["logo"], file: value.logo }], problem);
      if (value.sharePicture) this.checkFiles([{ path: ["sharePicture"], file: value.sharePicture }], problem);
      this.checkFiles(
        value.social.map(({ qr }, index) => ({ path: ["social", index, "qr"], file: qr })),
        problem,
      );
    });
    const adverts = this.perLocale("adverts", advertsFileSchema, ({ value, problem }) => {
      const plates = value.map(({ plate }, index) => ({ path: [index, "plate"], herb: plate }));
      this.problems.push(...herbProblems(plates, herbs, problem));
      value.forEach(({ link }, index) => this.targets.push({ problem, path: [index, "link"], target: link }));
      value.forEach(({ id }, index) => {
        const isTwice = value.findIndex((advert) => advert.id === id) < index;
        if (isTwice) this.problems.push(problem([index, "id"], `${id} is also the id of another advert`));
      });
    });
    const menu = this.perLocale("menu", menuFileSchema, ({ value, problem }) => this.menuTargets(value, [], problem));
    const items = this.items(categories, herbs);
    const site = createSitePaths(slugsOf(categories), this.folders());
    this.checkLinks(site);
    const source: ContentSource = {
      herbs,
      categories,
      documents: {
        settings: mapValues(settings, (value) => ({ ...value, about: markdown.render(value.about) })),
        menu: mapValues(menu, (rows) => ({ rows })),
        adverts: mapValues(adverts, (rows) => ({ rows: rows.map(advertData) })),
      },
      redirects: this.redirects(site, items),
      items,
    };
    return { source, problems: this.problems, missingTranslations: this.missingTranslations };
  }

  private menuTargets(items: MenuFile, above: PropertyKey[], problem: Located<unknown>["problem"]): void {
    items.forEach(({ path, children }, index) => {
      if (path) this.targets.push({ problem, path: [...above, index, "path"], target: path });
      if (children) this.menuTargets(children, [...above, index, "children"], problem);
    });
  }

  private checkLinks(site: SitePaths): void {
    this.problems.push(
      ...this.links.flatMap(({ file, links }) => textLinkProblems(file, links, site)),
      ...this.targets.flatMap(({ problem, path, target }) =>
        linkProblem(target, site).map((message) => problem(path, message)),
      ),
    );
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
    const facts: ItemFacts[] = [];
    const items = kinds.flatMap((kind) => this.ids(kind).flatMap((id) => this.item(kind, id, facts)));
    this.problems.push(...referenceProblems(facts, { herbs, categories, items: this.folders() }));
    return items;
  }

  /** `kind/id` of every folder. */
  private folders(): Set<string> {
    return new Set(kinds.flatMap((kind) => this.ids(kind).map((id) => `${kind}/${id}`)));
  }

  /** Old addresses; the file may be left out, or have nothing but comments. */
  private redirects(site: SitePaths, items: SourceItem[]): Redirect[] {
    const file = this.path("redirects.yaml");
    if (!existsSync(file)) return [];
    const parsed = readYaml(file, redirectsFileSchema);
    const located = parsed.raw?.value === null ? undefined : this.keep(parsed);
    if (!located) return [];
    this.problems.push(...redirectProblems(located, site, draftsOf(items)));
    return located.value;
  }

  private ids(kind: Kind): string[] {
    const folder = this.path(kind);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  }

  private item(kind: Kind, id: string, facts: ItemFacts[]): SourceItem[] {
    const factsFile = this.path(kind, id, "item.yaml");
    if (!/^[a-z0-9-]+$/.test(id))
      return this.refuse(factsFile, "(folder)", "use lower-case letters, digits and hyphens");
    if (!existsSync(factsFile)) return this.refuse(factsFile, "(file)", "is missing");
    const parsedFacts = readYaml(factsFile, factsSchemas[kind]);
    const located = this.keep(parsedFacts);
    if (parsedFacts.raw) facts.push({ raw: parsedFacts.raw, kind, id });
    const translations: Partial<Record<Locale, Translation>> = {};
    const files = localeCodes.map((locale) => ({ locale, file: this.path(kind, id, `${locale}.md`) }));
    const present = files.filter(({ file }) => existsSync(file));
    if (present.length === 0) return this.refuse(this.path(kind, id), "(folder)", "has no words in any language");
    this.missingTranslations.push(...files.filter((file) => !present.includes(file)).map(({ file }) => file));
    for (const { locale, file } of present) {
      const { body, links, ...parsed } = readMarkdown(file, wordsSchemas[kind]);
      this.links.push({ file, links });
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
