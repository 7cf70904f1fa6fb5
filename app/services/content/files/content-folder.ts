import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { Kind } from "../../api/contract/kinds.ts";
import { checkAbout } from "./content-about.ts";
import { createAdvert, findAdvertProblems, type AdvertSources } from "./content-adverts.ts";
import { readBatches } from "./content-batches.ts";
import { readCategories } from "./content-categories.ts";
import { readColours } from "./content-colours.ts";
import { readHerbs, type HerbNamesFile } from "./content-herbs.ts";
import { listItemReferences, readItems, type ItemsResult, type TextTargets } from "./content-items.ts";
import { readPages } from "./content-pages.ts";
import { readLocales } from "./content-locales.ts";
import { readYaml, type CreateProblem, type FileData, type Problem } from "./content-file.ts";
import {
  listDraftLinks,
  listDrafts,
  findFieldLinkProblems,
  findReferenceProblems,
  listSlugs,
  findTextLinkProblems,
  type FieldLink,
  type ReferenceTargets,
} from "../checks/content-references.ts";
import {
  advertsFileSchema,
  herbNamesSchema,
  menuFileSchema,
  synonymsFileSchema,
  type MenuFile,
} from "./content-schema.ts";
import { settingsFileSchema } from "./settings-schema.ts";
import type { ContentSource, Herb } from "./content-source.ts";
import { renderText } from "./content-text.ts";
import { findGlossaryProblems } from "../checks/glossary.ts";
import { toItemId } from "./item-folders.ts";
import { createKindsCheck, findKindsInUse } from "./kinds-in-use.ts";
import { mapLocales } from "./map-locales.ts";
import { createPhotoLibrary, type PhotoLibrary } from "../photos/photo-library.ts";
import { createPictureFinder, findTextPictureProblems } from "../photos/text-pictures.ts";
import { findFileProblems, findPublicFileProblems } from "./public-files.ts";
import type { Redirect } from "./redirect-addresses.ts";
import { findRedirectProblems, readMovedPaths } from "./redirects.ts";
import { redirectsFileSchema } from "./redirects-schema.ts";
import { findSynonymProblems } from "../search/synonym-problems.ts";
import { findSharePictureProblems } from "../compile/share-picture.ts";
import { removeFollowUps } from "../checks/single-cause.ts";
import { createSitePaths, type SitePaths } from "./site-paths.ts";
import { findUnreadFiles } from "../checks/unread-files.ts";

/** Content of a folder, with its problems. */
export type ContentFolder = {
  source: ContentSource;
  photos: PhotoLibrary;
  problems: Problem[];
  missingTranslations: string[];
  /** Links to drafts. They lead to a 404 until the drafts are published. */
  draftLinks: string[];
};

/** Reads and checks a content folder. See docs/content.md. */
export function readContentFolder(root: string): ContentFolder {
  return new FolderReader(root).read();
}

class FolderReader {
  private readonly problems: Problem[] = [];
  private readonly missingTranslations: string[] = [];
  private readonly texts: TextTargets[] = [];
  private readonly fieldLinks: FieldLink[] = [];
  private readonly findKindsProblems = createKindsCheck();
  private readonly root: string;
  private readonly photos: PhotoLibrary;
  /** `kind/id` of every folder of an item, with the id that a misspelt folder was meant to have. */
  private readonly references: Set<string>;

  constructor(root: string) {
    this.root = root;
    this.photos = createPhotoLibrary(root);
    this.references = new Set(Array.from(listItemReferences(root), toItemId));
  }

  read(): ContentFolder {
    const herbs = this.readHerbs();
    // `push(...problems)` could fail, because the number of arguments of a call is limited.
    for (const problem of findUnreadFiles(this.root)) this.problems.push(problem);
    for (const problem of findPublicFileProblems(herbs, this.references)) this.problems.push(problem);
    this.problems.push(...findGlossaryProblems(this.root));
    const { categories, unreadCategories } = this.readCategories();
    const settings = this.readSettings(herbs);
    const pictures = { herbs, photos: this.photos };
    const advertSources = { ...pictures, folder: this.path("adverts") };
    const adverts = this.readAdverts(advertSources);
    const menu = this.readLocales("menu", menuFileSchema, ({ value, createProblem }) =>
      this.addMenuLinks(value, [], createProblem),
    );
    const colours = this.collectProblems(readColours(this.path("colours.yaml")))?.value;
    const moved = readMovedPaths(this.path("redirects.yaml"));
    const { items } = this.readItems({ herbs, categories, unreadCategories, moved });
    const { pages, slugs, ...report } = readPages(this.path("page"), pictures);
    this.problems.push(...report.problems);
    this.missingTranslations.push(...report.missingTranslations);
    this.texts.push(...report.texts);
    const { batches, numbers, ...foundBatches } = readBatches(this.path("batch"), this.references, moved);
    this.problems.push(...foundBatches.problems);
    this.missingTranslations.push(...foundBatches.missingTranslations);
    const kindsInUse = findKindsInUse(Object.values(settings));
    const isInUse = ({ kind }: { kind: Kind }) => !kindsInUse || kindsInUse.includes(kind);
    const otherKeys = [...slugs.map((slug) => `page/${slug}`), ...numbers.map((number) => `batch/${number}`)];
    const keys = [...this.references, ...otherKeys];
    const site = createSitePaths(listSlugs(categories), keys, { kindsInUse, moved, unreadCategories });
    this.checkLinks(site, herbs);
    const findAboutPicture = createPictureFinder(this.path("settings"), pictures);
    const drafts = listDrafts([
      ...items,
      ...pages.map((page) => ({ kind: "page", ...page }) as const),
      ...batches.map((batch) => ({ kind: "batch", ...batch }) as const),
    ]);
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
      redirects: this.redirects(site, drafts),
      synonyms: this.synonyms(),
      items: items.filter(isInUse),
      pages,
      batches,
    };
    const { photos, missingTranslations } = this;
    const problems = removeFollowUps([...this.problems, ...photos.findLocationProblems()]);
    return {
      source,
      photos,
      problems,
      missingTranslations,
      draftLinks: listDraftLinks(this.texts, this.fieldLinks, drafts),
    };
  }

  private readCategories() {
    const { problems, missingTranslations, ...result } = readCategories(this.root);
    this.problems.push(...problems);
    this.missingTranslations.push(...missingTranslations);
    return result;
  }

  private readSettings(herbs: ReadonlyMap<string, Herb>) {
    return this.readLocales("settings", settingsFileSchema, (data) => {
      const { value, createProblem } = data;
      const codes = value.social.flatMap(({ qr }, index) => (qr ? [{ path: ["social", index, "qr"], file: qr }] : []));
      this.checkFiles([{ path: ["logo"], file: value.logo }, ...codes], createProblem);
      this.problems.push(...this.findKindsProblems(value.kindsInUse, createProblem));
      const about = checkAbout(data, this.path("settings"), { herbs, photos: this.photos });
      this.fieldLinks.push(...about.links);
      this.problems.push(...about.problems);
      this.problems.push(...findSharePictureProblems(data, this.photos));
    });
  }

  private readAdverts(sources: AdvertSources) {
    // An owner without adverts may delete their folder.
    if (!existsSync(this.path("adverts"))) return {};
    return this.readLocales("adverts", advertsFileSchema, (data) => {
      const { value, createProblem } = data;
      this.problems.push(...findAdvertProblems(data, sources));
      value.forEach(({ link }, index) =>
        this.fieldLinks.push({ createProblem, path: [index, "link"], target: link, canBeHidden: true }),
      );
    });
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

  private checkFiles(files: { path: PropertyKey[]; file: string }[], createProblem: CreateProblem): void {
    for (const { path, file } of files) {
      if (file.startsWith("/"))
        this.problems.push(...findFileProblems(file).map((message) => createProblem(path, message)));
    }
  }

  private readHerbs(): Map<string, Herb> {
    const files: HerbNamesFile[] = [];
    const names = this.readLocales("herbs", herbNamesSchema, (file) => files.push(file));
    const { herbs, ...report } = readHerbs(this.path("herbs"), names, files);
    this.problems.push(...report.problems);
    this.missingTranslations.push(...report.missingTranslations);
    return herbs;
  }

  private readItems(targets: Omit<ReferenceTargets, "items">): ItemsResult {
    const sources = { herbs: targets.herbs, photos: this.photos };
    const result = readItems(this.root, sources);
    for (const problem of result.problems) this.problems.push(problem);
    for (const file of result.missingTranslations) this.missingTranslations.push(file);
    for (const text of result.texts) this.texts.push(text);
    for (const item of result.misplacedItems) this.references.add(item);
    for (const problem of findReferenceProblems(result.facts, { ...targets, items: this.references }))
      this.problems.push(problem);
    return result;
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
}
