import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { kinds, type Kind } from "../contract/kinds.ts";
import { localeCodes, type Locale } from "../i18n/locales.ts";
import { readAttachments } from "./attachments.ts";
import { createAdvert, findAdvertProblems } from "./content-adverts.ts";
import { readBatches } from "./content-batches.ts";
import { checkCategories } from "./content-categories.ts";
import { readColours } from "./content-colours.ts";
import { readHerbs } from "./content-herbs.ts";
import { readPages } from "./content-pages.ts";
import { readLocales } from "./content-locales.ts";
import { readMarkdown, readYaml, type CreateProblem, type FileData, type Problem } from "./content-file.ts";
import {
  listDrafts,
  findFieldLinkProblems,
  findReferenceProblems,
  listSlugs,
  findTextLinkProblems,
  type FieldLink,
  type ItemFacts,
} from "./content-references.ts";
import {
  advertsFileSchema,
  categoriesSchema,
  factsSchemas,
  herbNamesSchema,
  menuFileSchema,
  redirectsFileSchema,
  settingsFileSchema,
  synonymsFileSchema,
  wordsSchemas,
  type MenuFile,
  type Words,
} from "./content-schema.ts";
import type { ContentSource, Herb, SourceItem, Translation } from "./content-source.ts";
import { checkText, renderText, type Target } from "./content-text.ts";
import { findGlossaryProblems } from "./glossary.ts";
import { findFolderProblems, toItemId } from "./item-folders.ts";
import { createKindsCheck } from "./kinds-in-use.ts";
import { mapLocales } from "./map-locales.ts";
import { findAltProblems, findItemPhotos } from "./photos/item-photos.ts";
import { createPhotoLibrary, type PhotoLibrary } from "./photos/photo-library.ts";
import { createPictureFinder, findPictureProblems, findTextPictureProblems } from "./photos/text-pictures.ts";
import { findFileProblems, findPublicFileProblems } from "./public-files.ts";
import { findRedirectProblems, type Redirect } from "./redirects.ts";
import { findSynonymProblems } from "./search/synonym-problems.ts";
import { createSitePaths, type SitePaths } from "./site-paths.ts";
import { findUnreadFiles } from "./unread-files.ts";

/** Content of a folder, with its problems. */
export type ContentFolder = {
  source: ContentSource;
  photos: PhotoLibrary;
  problems: Problem[];
  missingTranslations: string[];
};

/** Reads and checks a content folder. See docs/content.md. */
export function readContentFolder(root: string): ContentFolder {
  return new FolderReader(root).read();
}

class FolderReader {
  private readonly problems: Problem[] = [];
  private readonly missingTranslations: string[] = [];
  private readonly texts: { file: string; folder: string; links: Target[]; pictures: Target[] }[] = [];
  private readonly fieldLinks: FieldLink[] = [];
  private readonly findKindsProblems = createKindsCheck();
  private readonly root: string;
  private readonly photos: PhotoLibrary;

  constructor(root: string) {
    this.root = root;
    this.photos = createPhotoLibrary(root);
  }

  read(): ContentFolder {
    const herbs = this.readHerbs();
    const publicProblems = findPublicFileProblems(herbs, this.listReferences());
    this.problems.push(...findUnreadFiles(this.root), ...publicProblems, ...findGlossaryProblems(this.root));
    const categories = Object.fromEntries(
      kinds.map((kind) => [
        kind,
        this.hasContent(kind) ? this.readLocales(`categories/${kind}`, categoriesSchema) : {},
      ]),
    ) as ContentSource["categories"];
    for (const kind of kinds) {
      const result = checkCategories(this.path("categories", kind), categories[kind]);
      this.problems.push(...result.problems);
      this.missingTranslations.push(...result.missingTranslations);
    }
    const settings = this.readLocales("settings", settingsFileSchema, ({ value, createProblem }) => {
      const codes = value.social.map(({ qr }, index) => ({ path: ["social", index, "qr"], file: qr }));
      this.checkFiles([{ path: ["logo"], file: value.logo }, ...codes], createProblem);
      this.problems.push(...this.findKindsProblems(value.kindsInUse, createProblem));
      this.checkAbout(value.about, herbs, createProblem);
      if (value.sharePicture) this.checkFiles([{ path: ["sharePicture"], file: value.sharePicture }], createProblem);
    });
    const pictures = { herbs, photos: this.photos };
    const advertSources = { ...pictures, folder: this.path("adverts") };
    const adverts = this.readLocales("adverts", advertsFileSchema, (data) => {
      const { value, createProblem } = data;
      this.problems.push(...findAdvertProblems(data, advertSources));
      value.forEach(({ link }, index) =>
        this.fieldLinks.push({ createProblem, path: [index, "link"], target: link, canBeHidden: true }),
      );
    });
    const menu = this.readLocales("menu", menuFileSchema, ({ value, createProblem }) =>
      this.addMenuLinks(value, [], createProblem),
    );
    const colours = this.collectProblems(readColours(this.path("colours.yaml")))?.value;
    const items = this.items(categories, herbs);
    const { pages, slugs, ...report } = readPages(this.path("page"), pictures);
    this.problems.push(...report.problems);
    this.missingTranslations.push(...report.missingTranslations);
    this.texts.push(...report.texts);
    const { batches, numbers, ...foundBatches } = readBatches(this.path("batch"), this.listReferences());
    this.problems.push(...foundBatches.problems);
    this.missingTranslations.push(...foundBatches.missingTranslations);
    const kindsInUse = Object.values(settings).find((value) => value.kindsInUse)?.kindsInUse;
    const unlisted = [...slugs.map((slug) => `page/${slug}`), ...numbers.map((number) => `batch/${number}`)];
    const site = createSitePaths(listSlugs(categories), [...this.listReferences(), ...unlisted], kindsInUse);
    this.checkLinks(site, herbs);
    const findAboutPicture = createPictureFinder(this.path("settings"), pictures);
    const source: ContentSource = {
      herbs,
      categories,
      documents: {
        settings: mapLocales(settings, (value) => ({
          ...value,
          colours,
          kindsInUse,
          about: renderText(value.about, findAboutPicture),
        })),
        menu: mapLocales(menu, (rows) => ({ rows })),
        adverts: mapLocales(adverts, (rows) => ({ rows: rows.map((row) => createAdvert(row, advertSources)) })),
      },
      redirects: this.redirects(
        site,
        listDrafts([
          ...items,
          ...pages.map((page) => ({ kind: "page", ...page }) as const),
          ...batches.map((batch) => ({ kind: "batch", ...batch }) as const),
        ]),
      ),
      synonyms: this.synonyms(),
      items: items.filter(({ kind }) => !kindsInUse || kindsInUse.includes(kind)),
      pages,
      batches,
    };
    const { photos, missingTranslations } = this;
    return { source, photos, problems: [...this.problems, ...photos.findLocationProblems()], missingTranslations };
  }

  private checkAbout(about: string, herbs: ReadonlyMap<string, Herb>, createProblem: CreateProblem): void {
    const { links, pictures, mistakes } = checkText(about);
    links.forEach(({ target }) => this.fieldLinks.push({ createProblem, path: ["about"], target }));
    const pictureMistakes = findPictureProblems(pictures, this.path("settings"), { herbs, photos: this.photos });
    this.problems.push(...[...mistakes, ...pictureMistakes].map(({ message }) => createProblem(["about"], message)));
  }

  private addMenuLinks(items: MenuFile, parentPath: PropertyKey[], createProblem: CreateProblem): void {
    items.forEach(({ path, children }, index) => {
      if (path)
        this.fieldLinks.push({ createProblem, path: [...parentPath, index, "path"], target: path, canBeHidden: true });
      if (children) this.addMenuLinks(children, [...parentPath, index, "children"], createProblem);
    });
  }

  private checkLinks(site: SitePaths, herbs: ReadonlyMap<string, Herb>): void {
    this.problems.push(
      ...this.texts.flatMap(({ file, folder, links, pictures }) => [
        ...(site.isShown(folder) ? findTextLinkProblems(file, links, site) : []),
        ...findTextPictureProblems(file, pictures, folder, { herbs, photos: this.photos }),
      ]),
      ...findFieldLinkProblems(this.fieldLinks, site),
    );
  }

  private path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  private collectProblems<Value>({ problems, data }: { problems: Problem[]; data?: FileData<Value> }) {
    this.problems.push(...problems);
    return data;
  }

  private readLocales<Schema extends z.ZodType>(
    folder: string,
    schema: Schema,
    check: (data: FileData<z.output<Schema>>) => void = () => {},
  ) {
    const { data, problems, missingTranslations } = readLocales(this.path(folder), schema);
    this.problems.push(...problems);
    this.missingTranslations.push(...missingTranslations);
    for (const file of Object.values(data)) check(file);
    return mapLocales(data, ({ value }) => value);
  }

  /** Whether a kind has items or categories. Other kinds need no files. */
  private hasContent(kind: Kind): boolean {
    return existsSync(this.path(kind)) || existsSync(this.path("categories", kind));
  }

  private checkFiles(files: { path: PropertyKey[]; file: string }[], createProblem: CreateProblem): void {
    for (const { path, file } of files) {
      if (file.startsWith("/"))
        this.problems.push(...findFileProblems(file).map((message) => createProblem(path, message)));
    }
  }

  private readHerbs(): Map<string, Herb> {
    const { herbs, ...report } = readHerbs(this.path("herbs"), this.readLocales("herbs", herbNamesSchema));
    this.problems.push(...report.problems);
    this.missingTranslations.push(...report.missingTranslations);
    return herbs;
  }

  private items(categories: ContentSource["categories"], herbs: Map<string, Herb>): SourceItem[] {
    const facts: ItemFacts[] = [];
    const items = kinds.flatMap((kind) => this.listIds(kind).flatMap((id) => this.item(kind, id, facts, herbs)));
    this.problems.push(...findReferenceProblems(facts, { herbs, categories, items: this.listReferences() }));
    return items;
  }

  /** Lists `kind/id` of every folder of an item. */
  private listReferences(): Set<string> {
    return new Set(kinds.flatMap((kind) => this.listIds(kind).map((id) => `${kind}/${toItemId(id)}`)));
  }

  private redirects(site: SitePaths, drafts: ReadonlySet<string>): Redirect[] {
    const data = this.readOptionalYaml("redirects.yaml", redirectsFileSchema);
    if (!data) return [];
    this.problems.push(...findRedirectProblems(data, site, drafts));
    return data.value;
  }

  private synonyms(): string[][] {
    const data = this.readOptionalYaml("synonyms.yaml", synonymsFileSchema);
    if (!data) return [];
    this.problems.push(...findSynonymProblems(data));
    return data.value;
  }

  /** Reads a file that may be missing, or contain only comments. */
  private readOptionalYaml<Schema extends z.ZodType>(name: string, schema: Schema) {
    const file = this.path(name);
    if (!existsSync(file)) return undefined;
    const result = readYaml(file, schema);
    return result.rawData?.value === null ? undefined : this.collectProblems(result);
  }

  private listIds(kind: Kind): string[] {
    const folder = this.path(kind);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  }

  private item(kind: Kind, id: string, facts: ItemFacts[], herbs: ReadonlyMap<string, Herb>): SourceItem[] {
    const folder = this.path(kind, id);
    const folderProblems = findFolderProblems(folder);
    if (folderProblems) return this.addProblems(folderProblems);
    const parsedFacts = readYaml(join(folder, "item.yaml"), factsSchemas[kind]);
    const data = this.collectProblems(parsedFacts);
    if (parsedFacts.rawData) facts.push({ rawData: parsedFacts.rawData, kind, id });
    const itemPhotos = findItemPhotos(parsedFacts.rawData, folder, this.photos);
    this.problems.push(...itemPhotos.problems);
    const findPicture = createPictureFinder(folder, { herbs, photos: this.photos });
    const translations: Partial<Record<Locale, Translation>> = {};
    const files = localeCodes.map((locale) => ({ locale, file: join(folder, `${locale}.md`) }));
    const present = files.filter(({ file }) => existsSync(file));
    if (present.length === 0)
      return this.addProblems([{ file: folder, line: 1, field: "(folder)", message: "has no words in any language" }]);
    this.missingTranslations.push(...files.filter((file) => !present.includes(file)).map(({ file }) => file));
    for (const { locale, file } of present) {
      const { body, links, pictures, ...result } = readMarkdown(file, wordsSchemas[kind]);
      this.texts.push({ file, folder, links, pictures });
      const words = this.collectProblems(result);
      if (!words) continue;
      this.problems.push(...findAltProblems(words.value.alt, itemPhotos, words.createProblem));
      const { attachments, problems } = readAttachments(words as FileData<Words>);
      this.problems.push(...problems);
      translations[locale] = { words: words.value, html: renderText(body, findPicture), attachments };
    }
    if (!data || Object.keys(translations).length === 0) return [];
    return [{ kind, id, facts: data.value, photos: itemPhotos.photos, translations }];
  }

  private addProblems(problems: Problem[]): [] {
    this.problems.push(...problems);
    return [];
  }
}
