import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { kinds, type Kind } from "../api/contract/kinds.ts";
import { pictureWidths } from "../api/contract/pictures.ts";
import { defaultLocale, localeCodes } from "../../i18n/locales.ts";
import { coloursFileSchema } from "../content/files/content-colours.ts";
import { parseTitle } from "../content/files/content-file.ts";
import { listHerbIds } from "../content/files/content-herbs.ts";
import { listItemIds } from "../content/files/content-items.ts";
import { batchFileSchema } from "../content/files/batch-schema.ts";
import {
  advertsFileSchema,
  categoriesFileSchema,
  factsSchemas,
  herbFileSchema,
  menuFileSchema,
  pageFactsSchema,
  pageWordsSchema,
  synonymsFileSchema,
  wordsSchemas,
} from "../content/files/content-schema.ts";
import type { ByLocale } from "../content/files/locale-files.ts";
import { redirectsFileSchema } from "../content/files/redirects.ts";
import { settingsFileSchema } from "../content/files/settings-schema.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import { createFields, createListField, putRequiredFirst, type CmsField, type SelectOption } from "./cms-fields.ts";
import { getKindName, getLabel, type SiteFile } from "./content-names.ts";

/** Where the editor finds its files: here, or at a Git host. */
export type CmsBackend = Record<string, unknown>;

/** The site shows no larger photo: `pictureWidths`. */
const photoSize = { format: "webp", quality: 90, width: pictureWidths.at(-1), height: 2 * pictureWidths.at(-1)! };

const i18n = {
  structure: "multiple_files",
  locales: localeCodes,
  default_locale: defaultLocale,
  // An item in the first language alone can be saved.
  initial_locales: "default",
};

/**
 * Creates the configuration of the editor from the schemas of the content and the list of kinds.
 * @param root the content folder, whose herbs, categories and items can be chosen
 */
export async function createCmsConfig(root: string, owner: Owner, backend: CmsBackend) {
  const { t } = owner;
  const herbs = listHerbs(root, owner);
  const itemsByKind = new Map<Kind, SelectOption[]>();
  for (const kind of kinds) itemsByKind.set(kind, await listItems(root, kind, owner));
  const items = [...itemsByKind].flatMap(([kind, options]) =>
    options.map(({ value, label }) => ({
      value: `${kind}/${value}`,
      label: `${getKindName(kind, owner)} ${label}`,
    })),
  );
  const choices = { herb: herbs, plate: herbs, related: items };
  const facts = { owner, choices };
  const words = { ...facts, isLocalized: true };
  const body = { name: "body", label: getLabel("text", owner), widget: "markdown", i18n: true };
  const folder = {
    create: true,
    extension: "md",
    format: "yaml-frontmatter",
    path: "{{slug}}/index",
    slug: { editable: ["create"] },
    description: t("desk.content.slug"),
    media_folder: "",
    public_folder: "",
    i18n: true,
    sortable_fields: newestFirst("date", "title", "updated"),
  };
  const createItemFields = (own: CmsField[], shared: CmsField[]) => putRequiredFirst([...own, body, ...shared]);
  const kindCollections = kinds.map((kind) => ({
    ...folder,
    name: kind,
    label: getKindName(kind, owner),
    folder: `content/${kind}`,
    fields: createItemFields(
      createFields(wordsSchemas[kind], { ...words, kind }),
      createFields(factsSchemas[kind], {
        ...facts,
        kind,
        choices: { ...choices, cat: listCategories(root, kind, owner) },
      }),
    ),
  }));
  const pages = {
    ...folder,
    name: "page",
    sortable_fields: newestFirst("updated", "title"),
    label: t("desk.kinds.page"),
    folder: "content/page",
    fields: createItemFields(
      createFields(pageWordsSchema, { ...words, kind: "page" }),
      createFields(pageFactsSchema, facts),
    ),
  };
  const records = { ...folder, extension: "yaml", format: "yaml", path: "{{slug}}", i18n: false };
  const batches = {
    ...records,
    name: "batch",
    label: t("desk.kinds.batch"),
    description: t("desk.content.number"),
    folder: "content/batch",
    identifier_field: "product",
    summary: "{{slug}} {{product}}",
    sortable_fields: newestFirst("produced"),
    fields: createFields(batchFileSchema, { owner, choices: { product: itemsByKind.get("product")! } }),
  };
  const herbFiles = {
    ...records,
    name: "herbs",
    label: t("desk.kinds.herbs"),
    folder: "content/herbs",
    identifier_field: "latin",
    summary: `{{names.${owner.locale}}} {{latin}}`,
    sortable_fields: ["latin"],
    fields: createFields(herbFileSchema, facts),
  };
  const categories = {
    name: "categories",
    label: t("desk.kinds.categories"),
    files: kinds.map((kind) => ({
      name: kind,
      label: getKindName(kind, owner),
      file: `content/categories/${kind}.yaml`,
      fields: [createListField(categoriesFileSchema, "categories", t("desk.kinds.categories"), facts)],
    })),
  };
  const createFile = (name: SiteFile, schema: z.ZodType, options: typeof words | typeof facts) => ({
    name,
    label: t(`desk.files.${name}`),
    file: `content/${name}${options === words ? "/{{locale}}" : ""}.yaml`,
    ...(options === words && { i18n: true, media_folder: "", public_folder: "" }),
    fields:
      schema instanceof z.ZodArray
        ? [createListField(schema, name, t(`desk.files.${name}`), options)]
        : createFields(schema, options),
  });
  const site = {
    name: "site",
    label: t("desk.content.site"),
    i18n: true,
    files: [
      createFile("menu", menuFileSchema, words),
      createFile("adverts", advertsFileSchema, words),
      createFile("settings", settingsFileSchema, words),
      createFile("colours", coloursFileSchema, facts),
      createFile("redirects", redirectsFileSchema, facts),
      createFile("synonyms", synonymsFileSchema, facts),
    ],
  };
  return {
    backend,
    app_title: t("desk.name"),
    logo: { src: "/icons/192.png" },
    logout_redirect_url: "/desk/content/editor?logout",
    show_preview_links: false,
    media_folder: "content",
    public_folder: "",
    // Photos of phones are made smaller before they are sent, and HEIC is converted.
    media_libraries: { default: { config: { transformations: { raster_image: photoSize } } }, stock_assets: false },
    i18n,
    // The store refuses what isn't an address, so that no other one is made of it.
    slug: { lowercase: false },
    output: { omit_empty_optional_fields: true, yaml: { quote: "none" } },
    collections: [...kindCollections, batches, pages, categories, herbFiles, site],
  };
}

/** @param field a date @param others by which the list can be sorted, too */
const newestFirst = (field: string, ...others: string[]) => ({
  fields: [field, ...others],
  default: { field, direction: "descending" },
});

const getName = (names: ByLocale<string>, owner: Owner) => names[owner.locale] ?? Object.values(names)[0] ?? "";

/** Parses YAML; `undefined` if it has a mistake, which publishing reports. */
function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

const readYaml = (file: string) => (existsSync(file) ? parseYaml(readFileSync(file, "utf8")) : undefined);

function listHerbs(root: string, owner: Owner): SelectOption[] {
  return listHerbIds(join(root, "herbs")).map((id) => {
    const { names = {} } = (readYaml(join(root, "herbs", `${id}.yaml`)) ?? {}) as { names?: ByLocale<string> };
    return { value: id, label: getName(names, owner) || id };
  });
}

/** A category below another one is shown with that. */
function listCategories(root: string, kind: Kind, owner: Owner): SelectOption[] {
  const { data = [] } = categoriesFileSchema.safeParse(readYaml(join(root, "categories", `${kind}.yaml`)));
  return data.map(({ slug }) => {
    const path = data.filter((other) => slug === other.slug || slug.startsWith(`${other.slug}/`));
    return { value: slug, label: path.map(({ title }) => getName(title, owner)).join(" › ") };
  });
}

/** The files are read in turn, so that nobody waits for thousands. */
async function listItems(root: string, kind: Kind, owner: Owner): Promise<SelectOption[]> {
  const options: SelectOption[] = [];
  for (const id of listItemIds(join(root, kind))) {
    const titles = [];
    for (const code of new Set([owner.locale, ...localeCodes]))
      titles.push(parseTitle(await readFile(join(root, kind, id, `index.${code}.md`), "utf8").catch(() => "")));
    options.push({ value: id, label: titles.find(Boolean) ?? id });
  }
  return options;
}
