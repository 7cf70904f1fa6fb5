import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { kinds, type ContentKind, type Kind } from "../../api/contract/kinds.ts";
import { findReferenceProblems } from "../checks/content-references.ts";
import { findFieldLinkProblems, findTextLinkProblems, listDraftLinks, type FieldLink } from "../checks/links.ts";
import type { CreateProblem, Findings, Problem } from "../checks/problem.ts";
import { findUnreadFiles } from "../checks/unread-files.ts";
import { createPhotoLibrary, type PhotoLibrary } from "../photos/photo-library.ts";
import { findTextPictureProblems } from "../photos/text-pictures.ts";
import { findSynonymProblems } from "../search/synonym-problems.ts";
import { readAdverts } from "./content-adverts.ts";
import { readBatches } from "./content-batches.ts";
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
import { createSitePaths } from "./site-paths.ts";

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
  const { problems, missingTranslations, texts, fieldLinks } = findings;
  const photos = createPhotoLibrary(root);
  const herbs = readHerbs(join(root, "herbs"), findings);
  const sources = { herbs, photos };
  problems.push(...findUnreadFiles(root), ...findPublicFileProblems(herbs));
  const { categories, unreadCategories } = readCategories(root, findings);
  const { settings, kindsInUse } = readSettings(root, sources, findings);
  const adverts = readAdverts(root, sources, findings);
  const menu = readMenu(root, findings);
  const colours = readOptionalYaml(join(root, "colours.yaml"), coloursFileSchema, findings);
  if (colours) problems.push(...findColourProblems(colours));
  const references = listItemReferences(root);
  const { items, facts } = readItems(root, sources, findings);
  const pages = readPages(join(root, "page"), sources, findings);
  const { batches, numbers } = readBatches(join(root, "batch"), references, findings);
  problems.push(...findReferenceProblems(facts, { herbs, categories, unreadCategories, items: references }));
  const pageKeys = listItemIds(join(root, "page")).map((slug) => `page/${slug}`);
  const keys = [...references, ...pageKeys, ...numbers.map((number) => `batch/${number}`)];
  const site = createSitePaths(listSlugs(categories), keys, { kindsInUse, unreadCategories });
  for (const text of texts) {
    if (site.isShown(text.folder)) problems.push(...findTextLinkProblems(text, site));
    problems.push(...findTextPictureProblems(text.file, text.pictures, text.folder, sources));
  }
  problems.push(...findFieldLinkProblems(fieldLinks, site));
  const drafts = new Set([...listDrafts(items), ...listDrafts(pages, "page"), ...listDrafts(batches, "batch")]);
  const redirects = readOptionalYaml(join(root, "redirects.yaml"), redirectsFileSchema, findings);
  if (redirects) problems.push(...findRedirectProblems(redirects, site, drafts));
  const synonyms = readOptionalYaml(join(root, "synonyms.yaml"), synonymsFileSchema, findings);
  if (synonyms) problems.push(...findSynonymProblems(synonyms));
  problems.push(...photos.findLocationProblems());
  const source: ContentSource = {
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
  };
  return { source, photos, problems, missingTranslations, draftLinks: listDraftLinks(texts, fieldLinks, drafts) };
}

/** Lists `kind/id` of every folder of an item. */
function listItemReferences(root: string): Set<string> {
  return new Set(kinds.flatMap((kind) => listItemIds(join(root, kind)).map((id) => `${kind}/${id}`)));
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
