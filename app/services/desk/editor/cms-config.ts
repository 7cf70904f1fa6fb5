import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultLocale, localeCodes, rankLocales } from "#app/i18n/locales.ts";
import { fixedPages } from "#app/i18n/site-map.ts";
import { getContentPath, getListPath } from "#app/i18n/urls.ts";
import { formNames, forms } from "#app/services/api/contract/forms/forms.ts";
import { contentKinds, kinds, type ContentKind, type Kind } from "#app/services/api/contract/kinds.ts";
import { pictureWidths } from "#app/services/api/contract/pictures.ts";
import {
  collections,
  type DocumentCollection,
  type ItemCollection,
  type RecordCollection,
} from "#app/services/content/files/collections.ts";
import { listItemIds, readOptionalYaml } from "#app/services/content/files/content-file.ts";
import { isPicturePath } from "#app/services/content/files/content-path.ts";
import { parseTitle } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { categoriesFileSchema } from "#app/services/content/files/schemas/content-schema.ts";
import { settingsFileSchema } from "#app/services/content/files/schemas/settings-schema.ts";
import { findText, type ByLocale } from "#app/services/content/reading/locale-files.ts";
import { isFile, listFiles } from "#app/services/runtime/folders.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import {
  createFields,
  createFileFields,
  markdown,
  putRequiredFirst,
  type CmsField,
  type FieldOptions,
  type SelectOption,
} from "./cms-fields.ts";
import { getKindName, getLabel, getPageName } from "./content-names.ts";

/** Format of uploaded photos, and the size to which they are reduced. The width is the largest that pages use. */
const photoSize = { format: "webp", quality: 90, width: pictureWidths.at(-1), height: 2 * pictureWidths.at(-1)! };

const i18n = {
  structure: "multiple_files",
  locales: localeCodes,
  default_locale: defaultLocale,
  // In the editor, a language that a form lacks at first would vanish after a failed save.
  initial_locales: "all",
};

/** Adds the names that the settings give kinds and their fields. */
function addSettingsNames(root: string, ownerTexts: OwnerTexts): OwnerTexts {
  const file = join(root, "settings", `${ownerTexts.locale}.yaml`);
  const { kinds: namedKinds = [] } = readOptionalYaml(file, settingsFileSchema)?.value ?? {};
  const names = new Map(
    namedKinds.flatMap(({ kind, title, labels = [] }) => [
      [`desk.kinds.${kind}`, title],
      ...labels.map(({ field, label }) => [`content.columns.${field} ${kind}`, label] as const),
    ]),
  );
  const t = (key: string, options: { context?: string } = {}) =>
    names.get(key) ?? names.get(`${key} ${options.context}`) ?? ownerTexts.t(key as never, options as never);
  return { ...ownerTexts, t: t as unknown as OwnerTexts["t"] };
}

/** @param root content folder, with the selectable items */
export async function createCmsConfig(root: string, deskTexts: OwnerTexts, backend: object) {
  const ownerTexts = addSettingsNames(root, deskTexts);
  const { t } = ownerTexts;
  const choices = await listChoices(root, ownerTexts);
  const relations = createRelations(ownerTexts);
  const photos = listFiles(root).files.filter(isPicturePath);
  const folders = collections.flatMap((collection) => {
    const { name, files } = collection;
    const options = { ownerTexts, relations, choices: { ...choices, cat: listCategories(root, name, ownerTexts) } };
    // The editor can't render plates, so kinds without photos would have grey squares.
    const thumbnail = photos.some((file) => file.startsWith(`${name}/`)) && ["cover", "gallery.*"];
    if ("id" in collection) return { ...createFolderCollection(collection, options), thumbnail };
    if (files !== "kinds") return [];
    return {
      name,
      label: getKindName(name, ownerTexts),
      files: kinds.map((kind) => {
        const parent = listCategories(root, kind, ownerTexts);
        return createFile(collection, kind, { ...options, choices: { ...choices, parent } });
      }),
    };
  });
  const files = collections.flatMap((collection) =>
    collection.files === "locales" || (collection.files === "one" && !collection.isHidden)
      ? createFile(collection, collection.name, { ownerTexts, relations, choices })
      : [],
  );
  return {
    backend,
    app_title: t("desk.name"),
    logo: { src: "/icons/192.png" },
    logout_redirect_url: "/desk/content/editor?logout",
    show_preview_links: false,
    media_folder: "content",
    public_folder: "",
    // The editor reduces photos, and converts HEIC.
    media_libraries: { default: { config: { transformations: { raster_image: photoSize } } }, stock_assets: false },
    i18n,
    // Ids such as batch numbers may have capitals. Accents, as in Pinyin, are removed. The store rejects invalid ids.
    slug: { lowercase: false, clean_accents: true },
    output: { omit_empty_optional_fields: true, yaml: { quote: "none" } },
    collections: [...folders, { name: "site", label: t("desk.content.site"), i18n: true, files }],
  };
}

function createFolderCollection(collection: ItemCollection | RecordCollection, options: FieldOptions) {
  const { name, id, sortedBy } = collection;
  const { ownerTexts } = options;
  const isItems = collection.files === "items";
  const fields = isItems ? createItemFields(collection, options) : createFields(collection.schema, options);
  return {
    create: true,
    extension: isItems ? "md" : "yaml",
    format: isItems ? "yaml-frontmatter" : "yaml",
    path: isItems ? "{{slug}}/index" : "{{slug}}",
    slug: { editable: ["create"], template: proposeId(name, fields) },
    description: ownerTexts.t(`desk.content.${id}`),
    media_folder: "",
    public_folder: "",
    i18n: isItems,
    sortable_fields: createSorting(sortedBy, fields),
    name,
    label: getKindName(name, ownerTexts),
    folder: `content/${name}`,
    ...(!isItems && {
      identifier_field: collection.title,
      summary: createSummary(collection.summary, fields, ownerTexts),
    }),
    fields,
  };
}

/** Proposes an id from a required field, because the editor would invent an id if the field were empty. */
function proposeId(kind: string, fields: readonly CmsField[]): string | undefined {
  const names = kind === "news" ? ["date"] : ["pinyin", "sku"];
  const found = names.find((name) => fields.some((field) => field.name === name && field["required"]));
  return found && `{{fields.${found} | lower}}`;
}

/** Creates an item's fields: photos, words and text before the other facts. Only the first language must be filled in. */
function createItemFields({ name, words, facts }: ItemCollection, options: FieldOptions): CmsField[] {
  const required = [defaultLocale];
  const body = { ...markdown, name: "body", label: getLabel("text", options.ownerTexts), i18n: true, required };
  const wordFields = createFields(words, { ...options, kind: name, isLocalized: true }).map((field): CmsField => ({
    ...field,
    required: field["required"] && required,
  }));
  const all = createFields(facts, { ...options, kind: name });
  // Photos come before their descriptions.
  const isPicture = (field: CmsField) => ["cover", "plate", "gallery"].includes(field.name);
  const pictures = wordFields.toSpliced(
    wordFields.findIndex(({ name: field }) => field === "alt"),
    0,
    ...all.filter(isPicture),
  );
  return putRequiredFirst([...pictures, body, ...all.filter((field) => !isPicture(field))]);
}

/** A list sorted by date begins with the newest. */
function createSorting(names: readonly string[], fields: readonly CmsField[]) {
  const [field] = names;
  const isByDate = fields.some(({ name, widget }) => name === field && widget === "datetime");
  return isByDate ? { fields: names, default: { field, direction: "descending" } } : names;
}

/** Creates Sveltia's template of an entry's summary, in the owner's language. */
function createSummary(names: readonly string[], fields: readonly CmsField[], { locale }: OwnerTexts): string {
  const isLocalized = (name: string) => fields.some((field) => field.name === name && field["fields"]);
  return names.map((name) => `{{${name}${isLocalized(name) ? `.${locale}` : ""}}}`).join(" ");
}

/** @param form name of the kind or collection */
function createFile({ name, files, schema }: DocumentCollection, form: string, options: FieldOptions) {
  const path = { kinds: `${name}/${form}`, locales: `${name}/{{locale}}`, one: name }[files];
  const isLocalized = files === "locales";
  return {
    name: form,
    label: getKindName(form, options.ownerTexts),
    file: `content/${path}.yaml`,
    ...(isLocalized && { i18n: true, media_folder: "", public_folder: "" }),
    fields: createFileFields(schema, name, { ...options, kind: name, isLocalized }),
  };
}

async function listChoices(root: string, ownerTexts: OwnerTexts): Promise<FieldOptions["choices"]> {
  const items = new Map<Kind, SelectOption[]>();
  for (const kind of kinds) items.set(kind, await listItems(root, kind, ownerTexts));
  const related = [...items].flatMap(([kind, options]) =>
    options.map(({ value, label }) => ({
      value: `${kind}/${value}`,
      label: `${getKindName(kind, ownerTexts)} ${label}`,
    })),
  );
  const nameKinds = (all: readonly ContentKind[]) =>
    all.map((kind) => ({ value: kind, label: getKindName(kind, ownerTexts) }));
  const kindChoices = { kindsInUse: nameKinds(kinds), where: nameKinds(contentKinds) };
  return { related, product: items.get("product")!, ...kindChoices, ...(await listPages(root, ownerTexts)) };
}

/** Lists the pages for menu entries. */
async function listPages(root: string, ownerTexts: OwnerTexts): Promise<FieldOptions["choices"]> {
  const fixed = [...fixedPages.map(({ path }) => path), ...formNames.map((form) => forms[form].page)];
  const pages = [
    ...fixed.map((path) => ({ value: path, label: getPageName(path, ownerTexts) })),
    ...kinds.map((kind) => ({ value: getListPath(kind), label: getKindName(kind, ownerTexts) })),
    ...(await listItems(root, "page", ownerTexts)).map(({ value, label }) => ({
      value: getContentPath("page", value),
      label,
    })),
  ];
  const categories = kinds.flatMap((kind) =>
    listCategories(root, kind, ownerTexts).map(({ value, label }) => ({
      value: getListPath(kind, value),
      label: `${getKindName(kind, ownerTexts)} › ${label}`,
    })),
  );
  const lookUpPages = pages.filter(({ value }) => value === "/batch");
  return { "page.path": pages, "category.path": categories, "batch.path": lookUpPages };
}

/** A relation reads only the first language's files, so `product` is a relation only for a desk in that language. */
function createRelations({ locale }: OwnerTexts): FieldOptions["relations"] {
  const herb = { collection: "herbs", display: `names.${locale}` };
  const product = { collection: "product", display: "title" };
  return {
    herb,
    forms: herb,
    incompatible: herb,
    replacesCautions: herb,
    plate: herb,
    ...(locale === defaultLocale && { product }),
  };
}

const getName = (names: ByLocale<string>, ownerTexts: OwnerTexts) => findText(names, ownerTexts.locale) ?? "";

/** Lists the categories; a subcategory's label begins with the titles of its parents. */
function listCategories(root: string, kind: string, ownerTexts: OwnerTexts): SelectOption<string>[] {
  const file = join(root, "categories", `${kind}.yaml`);
  const { value: all = [] } = readOptionalYaml(file, categoriesFileSchema) ?? {};
  return all.map(({ slug }) => {
    const path = all.filter((other) => slug === other.slug || slug.startsWith(`${other.slug}/`));
    return { value: slug, label: path.map(({ title }) => getName(title, ownerTexts)).join(" › ") };
  });
}

/** Reads only regular files, because reading a pipe would never end. */
const readTitle = async (file: string) => (isFile(file) ? parseTitle(decodeText(await readFile(file))) : undefined);

/** Lists a kind's items. Files are read asynchronously, one after another, because there may be thousands. */
export async function listItems(
  root: string,
  kind: ContentKind,
  ownerTexts: OwnerTexts,
): Promise<SelectOption<string>[]> {
  return Array.fromAsync(listItemIds(join(root, kind)), async (id) => {
    const titles = await Array.fromAsync(rankLocales(ownerTexts.locale), (code) =>
      readTitle(join(root, kind, id, `index.${code}.md`)),
    );
    return { value: id, label: titles.find(Boolean) ?? id };
  });
}
