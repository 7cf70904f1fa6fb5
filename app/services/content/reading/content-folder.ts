import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultLocale } from "#app/i18n/locales.ts";
import { privacySlug } from "#app/i18n/site-map.ts";
import { kinds, type Kind } from "#app/services/api/contract/kinds.ts";
import { createClaimFinder } from "#app/services/content/checks/claims.ts";
import { selectUnconfirmed } from "#app/services/content/checks/confirmations.ts";
import { checkReferences } from "#app/services/content/checks/content-references.ts";
import { splitMistakes } from "#app/services/content/checks/draft-mistakes.ts";
import { findLinkProblems, listDraftLinks } from "#app/services/content/checks/links.ts";
import { checkSynonyms } from "#app/services/content/checks/synonyms.ts";
import { findUnusedFiles } from "#app/services/content/checks/unused-files.ts";
import { checkColours, coloursFileSchema } from "#app/services/content/files/content-colours.ts";
import {
  listItemIds,
  listYamlFiles,
  readOptionalYaml,
  readYaml,
  type FileData,
} from "#app/services/content/files/content-file.ts";
import type { ContentSource, SourceCategory } from "#app/services/content/files/content-source.ts";
import { openPublicFiles, type PublicFiles } from "#app/services/content/files/public-files.ts";
import { checkRedirects } from "#app/services/content/files/redirects.ts";
import {
  categoriesFileSchema,
  claimsFileSchema,
  redirectsFileSchema,
  synonymsFileSchema,
} from "#app/services/content/files/schemas/content-schema.ts";
import { createSitePaths } from "#app/services/content/files/site-paths.ts";
import { createPhotoLibrary, type PhotoLibrary } from "#app/services/content/photos/photo-library.ts";
import {
  createFileProblem,
  createFindings,
  createMessage,
  type Findings,
} from "#app/services/content/problems/problem.ts";
import type { ReadCache } from "#app/services/content/problems/read-cache.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { readBatches } from "./content-batches.ts";
import { readHerbs } from "./content-herbs.ts";
import { readItems, readPages } from "./content-items.ts";
import { readAdverts, readMenu, readSettings } from "./content-settings.ts";
import { checkLanguages, mapLocales } from "./locale-files.ts";

export type ContentFolder = Awaited<ReturnType<typeof readContentFolder>>;

/**
 * `confirmed`: versions of confirmed remarks, which are left out. `cache`: results of an earlier reading of the same
 * folder, which are used for unchanged texts.
 */
export type ReadOptions = { confirmed?: ReadonlySet<string> | undefined; cache?: ReadCache | undefined };

export async function readContentFolder(
  root: string,
  publicFolder = paths.public,
  { confirmed = new Set(), cache }: ReadOptions = {},
) {
  const findings = createFindings(cache);
  const claims = readOptionalYaml(join(root, "claims.yaml"), claimsFileSchema, findings);
  findings.findClaims = createClaimFinder(root, claims?.value ?? []);
  findings.claimsHash = hash("sha256", JSON.stringify(claims?.value ?? []));
  const { problems, missingTranslations, links, files } = findings;
  const publicFiles = openPublicFiles(root, publicFolder);
  const photos = await createPhotoLibrary(root, publicFolder, publicFiles);
  // Items with mistakes are included, because others may refer to them.
  const items = new Set(kinds.flatMap((kind) => listItemIds(join(root, kind)).map((id) => `${kind}/${id}`)));
  const parts = readParts(root, items, { photos, files: publicFiles }, findings);
  const entries = [...parts.items, ...parts.pages, ...parts.batches];
  const drafts = new Set([
    ...entries.filter(({ facts }) => facts.draft).map(getReference),
    ...splitMistakes(root, problems).draftMistakes.keys(),
  ]);
  checkReferences(parts.facts, { ...parts, items });
  if (!parts.pages.some(({ id, facts }) => id === privacySlug && !facts.draft))
    findings.remarks.push(
      createFileProblem(join(root, "page", privacySlug, `index.${defaultLocale}.md`), createMessage("noPrivacy")),
    );
  if (parts.synonyms) checkSynonyms(parts.synonyms, parts.items);
  const pages = listItemIds(join(root, "page")).map((slug) => `page/${slug}`);
  const batches = listYamlFiles(join(root, "batch")).map((number) => `batch/${number}`);
  const references = [...items, ...pages, ...batches];
  const site = createSitePaths(parts.categories, references, { ...parts, files: publicFiles });
  problems.push(...findLinkProblems(links, site));
  if (parts.redirects) checkRedirects(parts.redirects, site, drafts);
  findings.remarks.push(...photos.findDamaged());
  problems.push(...findUnusedFiles(root, files), ...photos.findLocationProblems());
  findings.cache.sweep();
  const { mistakes, draftMistakes } = splitMistakes(root, problems);
  const isCompilable = (entry: Entry) => !draftMistakes.has(getReference(entry));
  return {
    source: createSource(parts, isCompilable),
    photos,
    pdfs: findings.pdfs,
    problems: mistakes,
    unreadable: findings.unreadable,
    remarks: [...selectUnconfirmed(root, findings.remarks, confirmed), ...[...draftMistakes.values()].flat()],
    missingTranslations,
    /** Links that are 404s until the drafts are published. */
    draftLinks: listDraftLinks(links, drafts),
  };
}

type Entry = { kind: string; id: string };

const getReference = ({ kind, id }: Entry): string => `${kind}/${id}`;

type FileSources = { photos: PhotoLibrary; files: PublicFiles };

function readParts(root: string, items: ReadonlySet<string>, fileSources: FileSources, findings: Findings) {
  const herbs = readHerbs(join(root, "herbs"), findings);
  const sources = { herbs, ...fileSources };
  const colours = readOptionalYaml(join(root, "colours.yaml"), coloursFileSchema, findings);
  if (colours) checkColours(colours);
  const read = readItems(root, sources, findings);
  const products = new Map(read.items.flatMap((item) => (item.kind === "product" ? [[item.id, item] as const] : [])));
  return {
    herbs,
    colours,
    synonyms: readOptionalYaml(join(root, "synonyms.yaml"), synonymsFileSchema, findings),
    ...readCategories(root, findings),
    ...readSettings(root, sources, findings),
    adverts: readAdverts(root, sources, findings),
    menu: readMenu(root, findings),
    redirects: readOptionalYaml(join(root, "redirects.yaml"), redirectsFileSchema, findings),
    ...read,
    pages: readPages(join(root, "page"), sources, findings),
    batches: readBatches(join(root, "batch"), { references: items, products, files: fileSources.files }, findings),
  };
}

/** @param isCompilable whether an entry has no mistakes, and can be compiled */
function createSource(
  { settings, menu, adverts, colours, redirects, synonyms, kindsInUse, ...parts }: ReturnType<typeof readParts>,
  isCompilable: (entry: Entry) => boolean,
) {
  const { herbs, categories, items, pages, batches } = parts;
  return {
    herbs,
    categories,
    documents: { settings: mapLocales(settings, (value) => ({ ...value, colours: colours?.value })), menu, adverts },
    redirects: redirects?.value ?? [],
    synonyms: synonyms?.value ?? [],
    items: items.filter((item) => isCompilable(item) && (!kindsInUse || kindsInUse.includes(item.kind))),
    pages: pages.filter(isCompilable),
    batches: batches.filter(isCompilable),
  } satisfies ContentSource;
}

/**
 * Reads the categories of each kind. A kind without a folder of items needs no file of categories.
 * `kindsWithInvalidCategories`: kinds whose file of categories has mistakes.
 */
function readCategories(root: string, findings: Findings) {
  const kindsWithInvalidCategories = new Set<Kind>();
  const entries = kinds.map((kind) => {
    const file = join(root, "categories", `${kind}.yaml`);
    if (!existsSync(join(root, kind)) && !existsSync(file)) return [kind, []];
    const data = readYaml(file, categoriesFileSchema, findings);
    if (data) checkCategories(file, data, findings);
    else kindsWithInvalidCategories.add(kind);
    return [kind, data?.value ?? []];
  });
  return { categories: Object.fromEntries(entries) as ContentSource["categories"], kindsWithInvalidCategories };
}

function checkCategories(file: string, data: FileData<SourceCategory[]>, findings: Findings): void {
  const { value, report } = data;
  const slugs = new Set(value.map(({ slug }) => slug));
  for (const [index, { slug, title, summary }] of value.entries()) {
    const parent = slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
    if (parent && !slugs.has(parent)) report([index, "slug"], createMessage("noParent", { parent }));
    const fields = Object.entries({ title, summary }).map(([name, text]) => ({ path: [index, name], text }));
    checkLanguages(fields, data, `${file}: ${slug}`, findings);
  }
}
