import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { kinds, type Kind } from "../api/contract/kinds.ts";
import { pictureWidths } from "../api/contract/pictures.ts";
import { defaultLocale, localeCodes, type Locale } from "../../i18n/locales.ts";
import { splitFrontMatter } from "../content/files/content-file.ts";
import { coloursFileSchema } from "../content/files/content-colours.ts";
import { listItemIds } from "../content/files/content-items.ts";
import {
  advertsFileSchema,
  factsSchemas,
  menuFileSchema,
  pageFactsSchema,
  pageWordsSchema,
  synonymsFileSchema,
  wordsSchemas,
} from "../content/files/content-schema.ts";
import { redirectsFileSchema } from "../content/files/redirects.ts";
import { settingsFileSchema } from "../content/files/settings-schema.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import { createFields, createListField, getLabel, type CmsField, type SelectOption } from "./cms-fields.ts";
import { getKindName, type SiteFile } from "./form-address.ts";

/** Where the editor finds its files: here, or at a Git host. */
export type CmsBackend = Record<string, unknown>;

/** The site shows no larger photo: `pictureWidths`. */
const photoSize = { format: "webp", quality: 90, width: pictureWidths.at(-1), height: 2 * pictureWidths.at(-1)! };

const i18n = {
  structure: "multiple_files",
  locales: localeCodes,
  default_locale: defaultLocale,
  initial_locales: "all",
};

/**
 * Creates the configuration of the editor from the schemas of the content and the list of kinds.
 * @param root the content folder, whose herbs, categories and items can be chosen
 */
export function createCmsConfig(root: string, owner: Owner, backend: CmsBackend) {
  const { t } = owner;
  const herbs = listHerbs(root, owner.locale);
  const items = listItems(root, owner);
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
    media_folder: "",
    public_folder: "",
    i18n: true,
    sortable_fields: ["title", "updated"],
  };
  const createItemFields = (own: CmsField[], shared: CmsField[]) => {
    const [title, summary, ...others] = own;
    return [title!, summary!, ...shared, ...others, body];
  };
  const kindCollections = kinds.map((kind) => ({
    ...folder,
    name: kind,
    label: getKindName(kind, owner),
    folder: `content/${kind}`,
    fields: createItemFields(
      createFields(wordsSchemas[kind], words),
      createFields(factsSchemas[kind], {
        ...facts,
        choices: { ...choices, cat: listCategories(root, kind, owner.locale) },
      }),
    ),
  }));
  const pages = {
    ...folder,
    name: "page",
    label: t("desk.kinds.page"),
    folder: "content/page",
    fields: createItemFields(createFields(pageWordsSchema, words), createFields(pageFactsSchema, facts)),
  };
  const createFile = (name: SiteFile, fields: CmsField[], isLocalized: boolean) => ({
    name,
    label: t(`desk.files.${name}`),
    file: `content/${name}${isLocalized ? "/{{locale}}" : ""}.yaml`,
    ...(isLocalized && { i18n: true, media_folder: "", public_folder: "" }),
    fields,
  });
  const list = (name: SiteFile, schema: Parameters<typeof createListField>[0], options: typeof words | typeof facts) =>
    createListField(schema, name, t(`desk.files.${name}`), options);
  const site = {
    name: "site",
    label: t("desk.content.site"),
    i18n: true,
    files: [
      createFile("menu", [list("menu", menuFileSchema, words)], true),
      createFile("adverts", [list("adverts", advertsFileSchema, words)], true),
      createFile("settings", createFields(settingsFileSchema, words), true),
      createFile("colours", createFields(coloursFileSchema, facts), false),
      createFile("redirects", [list("redirects", redirectsFileSchema, facts)], false),
      createFile("synonyms", [list("synonyms", synonymsFileSchema, facts)], false),
    ],
  };
  return {
    backend,
    show_preview_links: false,
    media_folder: "content",
    public_folder: "",
    // Photos of phones are made smaller before they are sent, and HEIC is converted.
    media_libraries: { default: { config: { transformations: { raster_image: photoSize } } }, stock_assets: false },
    i18n,
    slug: { encoding: "ascii", clean_accents: true },
    output: { omit_empty_optional_fields: true, yaml: { quote: "none" } },
    collections: [...kindCollections, pages, site],
  };
}

type Table = Record<string, unknown>;

function readTable(file: string): Table {
  return existsSync(file) ? ((parse(readFileSync(file, "utf8")) as Table | null) ?? {}) : {};
}

function listHerbs(root: string, locale: Locale): SelectOption[] {
  const names = {
    ...readTable(join(root, "herbs", `${defaultLocale}.yaml`)),
    ...readTable(join(root, "herbs", `${locale}.yaml`)),
  };
  return Object.entries(names).map(([value, name]) => ({ value, label: `${String(name)} ${value}` }));
}

function listCategories(root: string, kind: Kind, locale: Locale): SelectOption[] {
  const files = [defaultLocale, locale].map((code) => readTable(join(root, "categories", kind, `${code}.yaml`)));
  const table = Object.assign({}, ...files) as Record<string, { title?: string }>;
  return Object.entries(table).map(([value, { title = value }]) => ({ value, label: `${title} ${value}` }));
}

function listItems(root: string, owner: Owner): SelectOption[] {
  return kinds.flatMap((kind) =>
    listItemIds(join(root, kind)).map((id) => {
      const file = [owner.locale, ...localeCodes]
        .map((code) => join(root, kind, id, `index.${code}.md`))
        .find((path) => existsSync(path));
      const title = file && /^title: (.*)$/m.exec(splitFrontMatter(readFileSync(file, "utf8"))?.matter ?? "")?.[1];
      return { value: `${kind}/${id}`, label: `${getKindName(kind, owner)} ${title ?? id}` };
    }),
  );
}
