import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { kinds, type ContentKind, type Kind } from "../../api/contract/kinds.ts";
import { findReferenceProblems } from "../checks/content-references.ts";
import { findFieldLinkProblems, findTextLinkProblems, listDraftLinks, type FieldLink } from "../checks/links.ts";
import type { CreateProblem, Findings, Problem } from "../checks/problem.ts";
import { findSynonymProblems } from "../checks/synonym-problems.ts";
import { findUnreadFiles } from "../checks/unread-files.ts";
import { createPhotoLibrary, type PhotoLibrary } from "../photos/photo-library.ts";
import { findTextPictureProblems, type PictureSources } from "../photos/text-pictures.ts";
import { readAdverts } from "./content-adverts.ts";
import { listBatchNumbers, readBatches } from "./content-batches.ts";
import { readCategories } from "./content-categories.ts";
import { coloursFileSchema, findColourProblems } from "./content-colours.ts";
import { readYaml, type FileData } from "./content-file.ts";
import { readHerbs } from "./content-herbs.ts";
import { listItemIds, readItems, readPages, type TextTargets } from "./content-items.ts";
import { menuFileSchema, synonymsFileSchema, type MenuFile } from "./content-schema.ts";
import { readSettings } from "./content-settings.ts";
import type { ContentSource } from "./content-source.ts";
import { getValues, mapLocales, readLocales } from "./locale-files.ts";
import { findPublicFileProblems } from "./public-files.ts";
import { findRedirectProblems, redirectsFileSchema } from "./redirects.ts";
import { createSitePaths, type SitePaths } from "./site-paths.ts";

/** Content of a folder, with its problems. */
export type ContentFolder = {
  source: ContentSource;
  photos: PhotoLibrary;
  problems: Problem[];
  missingTranslations: string[];
  /** Links to drafts. They lead to a 404 until the drafts are published. */
  draftLinks: string[];
};

type FolderFindings = Findings & { texts: TextTargets[]; fieldLinks: FieldLink[] };

/** Reads and checks a content folder. */
export function readContentFolder(root: string): ContentFolder {
  const findings: FolderFindings = { problems: [], missingTranslations: [], texts: [], fieldLinks: [] };
  const photos = createPhotoLibrary(root);
  const items = new Set(kinds.flatMap((kind) => listItemIds(join(root, kind)).map((id) => `${kind}/${id}`)));
  const parts = readParts(root, items, photos, findings);
  const drafts = new Set([
    ...listDrafts(parts.items),
    ...listDrafts(parts.pages, "page"),
    ...listDrafts(parts.batches, "batch"),
  ]);
  const { problems, missingTranslations, texts, fieldLinks } = findings;
  problems.push(...findUnreadFiles(root), ...findPublicFileProblems(parts.herbs));
  problems.push(...findReferenceProblems(parts.facts, { ...parts, items }));
  checkAddresses(parts, createSite(root, items, parts), drafts, { herbs: parts.herbs, photos }, findings);
  problems.push(...photos.findLocationProblems());
  const draftLinks = listDraftLinks(texts, fieldLinks, drafts);
  return { source: createSource(parts), photos, problems, missingTranslations, draftLinks };
}

type Parts = ReturnType<typeof readParts>;

/** Reads each part of the folder, and checks it by itself. @param items `kind/id` of every item, also of those with mistakes */
function readParts(root: string, items: ReadonlySet<string>, photos: PhotoLibrary, findings: FolderFindings) {
  const herbs = readHerbs(join(root, "herbs"), findings);
  const sources = { herbs, photos };
  const colours = readOptionalYaml(join(root, "colours.yaml"), coloursFileSchema, findings);
  if (colours) findings.problems.push(...findColourProblems(colours));
  const synonyms = readOptionalYaml(join(root, "synonyms.yaml"), synonymsFileSchema, findings);
  if (synonyms) findings.problems.push(...findSynonymProblems(synonyms));
  return {
    herbs,
    colours,
    synonyms,
    ...readCategories(root, findings),
    ...readSettings(root, sources, findings),
    adverts: readAdverts(root, sources, findings),
    menu: readMenu(root, findings),
    redirects: readOptionalYaml(join(root, "redirects.yaml"), redirectsFileSchema, findings),
    ...readItems(root, sources, findings),
    pages: readPages(join(root, "page"), sources, findings),
    batches: readBatches(join(root, "batch"), items, findings),
  };
}

/** Creates the paths of the site. Those of items, pages and batches with mistakes exist, because the mistakes are reported there. */
function createSite(root: string, items: ReadonlySet<string>, { categories, kindsInUse, unreadCategories }: Parts) {
  const pages = listItemIds(join(root, "page")).map((slug) => `page/${slug}`);
  const batches = listBatchNumbers(join(root, "batch")).map((number) => `batch/${number}`);
  return createSitePaths(listSlugs(categories), [...items, ...pages, ...batches], { kindsInUse, unreadCategories });
}

/** Checks the links and pictures of texts, the links of fields, and the redirects. */
function checkAddresses(
  { redirects }: Parts,
  site: SitePaths,
  drafts: ReadonlySet<string>,
  sources: PictureSources,
  { problems, texts, fieldLinks }: FolderFindings,
): void {
  for (const text of texts) {
    if (site.isShown(text.folder)) problems.push(...findTextLinkProblems(text, site));
    problems.push(...findTextPictureProblems(text.file, text.pictures, text.folder, sources));
  }
  problems.push(...findFieldLinkProblems(fieldLinks, site));
  if (redirects) problems.push(...findRedirectProblems(redirects, site, drafts));
}

function createSource({ settings, menu, adverts, colours, redirects, synonyms, kindsInUse, ...parts }: Parts) {
  const { herbs, categories, items, pages, batches } = parts;
  return {
    herbs,
    categories,
    documents: {
      settings: mapLocales(settings, (value) => ({ ...value, colours: colours?.value })),
      menu,
      adverts,
    },
    redirects: redirects?.value ?? [],
    synonyms: synonyms?.value ?? [],
    items: items.filter(({ kind }) => !kindsInUse || kindsInUse.includes(kind)),
    pages,
    batches,
  } satisfies ContentSource;
}

/** Lists the slugs of each kind in all languages. */
function listSlugs(categories: ContentSource["categories"]): Record<Kind, string[]> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, Object.values(categories[kind]).flatMap((table) => Object.keys(table))]),
  ) as Record<Kind, string[]>;
}

/** Lists the drafts as `kind/id`. @param kind kind of entries that don't name it themselves */
function listDrafts(
  entries: readonly { kind?: ContentKind; id: string; facts: { draft: boolean } }[],
  kind?: ContentKind,
): string[] {
  return entries.filter(({ facts }) => facts.draft).map((entry) => `${entry.kind ?? kind}/${entry.id}`);
}

/** Reads and checks the menu. @returns it as the embedded API sends it, by language */
function readMenu(root: string, findings: FolderFindings) {
  const files = readLocales(join(root, "menu"), menuFileSchema, findings);
  for (const { value, createProblem } of Object.values(files))
    findings.fieldLinks.push(...listMenuLinks(value, [], createProblem));
  return mapLocales(getValues(files), (rows) => ({ rows }));
}

function listMenuLinks(items: MenuFile, parentPath: PropertyKey[], createProblem: CreateProblem): FieldLink[] {
  return items.flatMap(({ path: target, children = [] }, index): FieldLink[] => {
    const path = [...parentPath, index];
    return [
      ...(target ? [{ createProblem, path: [...path, "path"], target, canBeHidden: true as const }] : []),
      ...listMenuLinks(children, [...path, "children"], createProblem),
    ];
  });
}

/** Reads a file that may be missing, or contain only comments. */
function readOptionalYaml<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  findings: Findings,
): FileData<z.output<Schema>> | undefined {
  if (!existsSync(file)) return undefined;
  const { problems, data, rawData } = readYaml(file, schema);
  if (rawData?.value === null) return undefined;
  findings.problems.push(...problems);
  return data;
}
