import { z } from "zod";
import { documentedAs } from "./documented.ts";
import { hitSchema } from "./hits.ts";
import { getKindRow, kinds, roles, type FieldFormat, type Kind, type KindFields } from "./kinds.ts";
import {
  filledText,
  identifier,
  numeric,
  optionalCount,
  optionalDate,
  optionalList,
  optionalNumeric,
  optionalText,
  strictList,
  text,
  tolerant,
  tolerantList,
} from "./liberal.ts";
import { pdfFields } from "./pdf-pages.ts";
import { safetyFlag, safetyText, safetyTexts } from "./safe-values.ts";

/** Accepts any text that isn't empty. The documented schema requires a path of the backend, or a URL. */
const createPictureAddressSchema = () =>
  documentedAs(z.string().min(1), z.string().regex(/^(\/(?![/\\])|https?:\/\/)/));

/** Accepts an image as an object, or only its address. */
const imageSchema = z
  .union([
    createPictureAddressSchema().transform((src): { src: string; width?: number; height?: number; alt?: string } => ({
      src,
    })),
    z.object({
      src: createPictureAddressSchema().describe(
        "A path on the API's origin, or a URL on another origin that the site allows.",
      ),
      width: optionalNumeric.describe("In pixels."),
      height: optionalNumeric.describe("In pixels."),
      alt: optionalText.describe("Alternative text."),
    }),
  ])
  .describe("A picture (PNG, JPEG, GIF, WebP or AVIF): its address, or an object with address and size.");
const optionalImage = tolerant(imageSchema);

export type Image = z.output<typeof imageSchema>;

export const lang = optionalText.describe("Language of the texts (BCP 47), if it isn't the requested one.");
const summary = optionalText.describe("One or two sentences without markup.");
const seo = tolerant(z.object({ title: optionalText, description: optionalText })).describe(
  "Title and description for search engines. By default the site uses title and summary.",
);

/** Accepts any text; the documented schema requires a path, or a link with a known scheme. */
const sitePathSchema = documentedAs(
  optionalText.clone(),
  z
    .string()
    .regex(/^(\/(?!\/)|https?:\/\/|mailto:|tel:)/)
    .optional(),
);

/** Groups of adverts that the site renders. */
const advertGroups = ["home-hero", "home-banner", "list-aside"] as const;
export type AdvertGroup = (typeof advertGroups)[number];

export function isAdvertGroup(aid: string): aid is AdvertGroup {
  return (advertGroups as readonly string[]).includes(aid);
}

export const advertSchema = z.object({
  id: identifier,
  aid: filledText.describe(
    `Group of the advert. The site shows ${advertGroups.map((group) => `\`${group}\``).join(", ")}.`,
  ),
  title: optionalText,
  summary,
  image: optionalImage.describe("Picture of the advert."),
  link: sitePathSchema.describe("A path of the site without language prefix, or a URL."),
  label: optionalText.describe("Text of the front page's button that opens the link."),
  sort: optionalNumeric.describe("Position within the group."),
  lang,
});
export type Advert = z.output<typeof advertSchema>;

const menuItemFields = z.object({
  id: identifier,
  type: text
    .catch("page")
    .describe(
      "Purpose of the item: `page`, `category`, `link` (another site or a file) or `batch` (the look-up of batches). " +
        "Phones show a `batch` item on the first level of the menu, and every page shows it in the footer.",
    ),
  title: filledText,
  path: sitePathSchema.describe("A path of the site without language prefix, or a URL. A heading has no path."),
  target: optionalText.describe("`_blank` opens a new window."),
  lang,
});
export type MenuItem = z.output<typeof menuItemFields> & { children: MenuItem[] };
const menuItemObject = menuItemFields.extend({
  children: documentedAs(
    z.lazy(() => tolerantList(menuItemSchema)),
    z.lazy(() => z.array(menuItemSchema)).optional(),
  ).describe("Items below this one."),
});

/** Limits of a backend's own menu fields: characters, number. */
const backendFieldLimits = { maxLength: 200, maxCount: 10 };

const isBackendField = ([name, value]: [string, unknown]) =>
  /^[a-z]\w{0,39}$/i.test(name) && typeof value === "string" && value.length <= backendFieldLimits.maxLength;

export const menuItemSchema: z.ZodType<MenuItem> = menuItemObject.loose().transform((item) => {
  const entries = Object.entries(item);
  const isKnown = ([name]: [string, unknown]) => Object.hasOwn(menuItemObject.shape, name);
  const backendFields = entries
    .filter((entry) => !isKnown(entry) && isBackendField(entry))
    .slice(0, backendFieldLimits.maxCount);
  return Object.fromEntries([...entries.filter(isKnown), ...backendFields]) as MenuItem;
});

const labelledValue = z.object({ label: filledText, value: text });

const sentencesSchema = z.object({
  verse: optionalText.describe("A line in Chinese, which the home page shows in vertical writing."),
  home: tolerantList(z.object({ kind: z.enum(kinds), title: optionalText, text: optionalText })).describe(
    "Title and text of a kind's section on the home page.",
  ),
  footerNote: optionalText.describe("Text at the foot of every page, for example what the site is no substitute for."),
  searchHint: optionalText.describe("What the search finds. The empty search field shows it."),
  contactLead: optionalText.describe("Text below the title of the contact page."),
  reply: optionalText.describe(
    "When visitors get a reply. The site shows it next to the forms, and after a form is sent.",
  ),
  quotationLead: optionalText.describe("Text below the title of the quotation page."),
  quotationAnswer: optionalText.describe("What a quotation contains."),
  sample: optionalText.describe("How visitors get a sample. If omitted, the quotation page has no step for samples."),
});
export type Sentences = z.output<typeof sentencesSchema>;

const optionalColour = tolerant(z.string().regex(/^#[0-9a-f]{6}$/i));
const palette = tolerant(
  z.object({ paper: optionalColour, ink: optionalColour, primary: optionalColour, accent: optionalColour }),
);
const coloursSchema = z.object({ light: palette, dark: palette });

export const settingsSchema = z.object({
  siteName: optionalText,
  lang,
  slogan: optionalText,
  logo: optionalImage.describe("The logo. The site makes its icons from it."),
  company: optionalText.describe("The company's full name."),
  address: optionalText,
  phone: optionalText,
  email: optionalText,
  hours: optionalText.describe("Business hours."),
  copyright: optionalText,
  icp: optionalText.describe("Number of the ICP filing."),
  policeRecord: optionalText.describe("Number of the public security filing."),
  licences: tolerantList(labelledValue).describe("Names and numbers of licences, such as the drug production licence."),
  decoction: optionalText.describe(
    "Id of the service that decocts formulas. If set, the pages of formulas that need no prescription offer it.",
  ),
  baiduVerification: optionalText.describe("Verification code of Baidu. The front page contains it."),
  sharePicture: optionalImage.describe(
    "Picture for shared links to pages without a picture; JPEG or PNG, at least 300 × 300 pixels.",
  ),
  social: tolerantList(z.object({ name: filledText, url: optionalText, qr: optionalImage })).describe(
    "Accounts of the company on other platforms. `qr` is a picture of a QR code.",
  ),
  map: tolerant(z.object({ lat: numeric, lng: numeric, url: optionalText })).describe("Location of the company."),
  seo,
  about: optionalText.describe("HTML of the about page. The site sanitises it."),
  milestones: tolerantList(z.object({ year: text, title: filledText, summary: optionalText })),
  figures: tolerantList(labelledValue.extend({ unit: optionalText })),
  kinds: tolerantList(
    z.object({
      kind: z.enum(kinds),
      title: filledText,
      lead: optionalText.describe("Text below the title of the kind's list."),
      labels: tolerantList(z.object({ field: filledText, label: filledText })).describe(
        "Labels of the kind's own fields.",
      ),
    }),
  ).describe(
    "Titles of kinds and labels of their fields. They replace the site's messages, or supply them for kinds without any.",
  ),
  colours: tolerant(coloursSchema).describe(
    "Colours of the light and the dark theme as `#rrggbb`. They replace the site's defaults.",
  ),
  sentences: tolerant(sentencesSchema).describe(
    "Texts of the company. If one is missing, the site uses a neutral text or none.",
  ),
  kindsInUse: optionalList(z.enum(kinds)).describe(
    "Kinds that the site shows. If the list is missing, the site shows all kinds; if it is empty, none. The pages of other kinds respond with 404, and the site has no links to them.",
  ),
});
export type Settings = z.output<typeof settingsSchema>;

const categoryFields = z.object({
  id: identifier,
  kind: z.enum(kinds),
  slug: filledText.describe("Part of URLs: one or more segments, such as `pieces/roots`."),
  title: filledText,
  summary,
  total: optionalCount.describe("Number of items, including those of subcategories."),
  lang,
});
export type Category = z.output<typeof categoryFields> & { children: Category[] };
export const categorySchema: z.ZodType<Category> = categoryFields.extend({
  children: documentedAs(
    z.lazy(() => tolerantList(categorySchema)),
    z.lazy(() => z.array(categorySchema)).optional(),
  ).describe("Subcategories."),
});

export const refSchema = z.object({ id: identifier, title: filledText, kind: z.enum(kinds), lang });
export type Ref = z.output<typeof refSchema>;

export const neighboursSchema = z.object({
  prev: refSchema.nullish().catch(null).describe("The newer item; null for the newest."),
  next: refSchema.nullish().catch(null).describe("The older item; null for the oldest."),
});

export const languagesSchema = tolerantList(filledText).describe(
  "Languages in which the text exists (BCP 47). If omitted, the text exists in every language.",
);

const namesSchema = tolerantList(
  z.object({ text: filledText, lang: optionalText.describe("Language of the name (BCP 47).") }),
).describe("The name in every script and language, such as Chinese, Pinyin, Latin and English, shown below the title.");
export type Name = z.output<typeof namesSchema>[number];

const itemFields = z.object({
  id: identifier,
  title: filledText,
  names: namesSchema,
  summary,
  cover: optionalImage.describe("Picture of the card."),
  cat: tolerant(z.object({ slug: filledText, title: filledText, lang })).describe("Category of the item."),
  date: optionalDate.describe("Date that the site shows, ISO 8601. The time zone is ignored."),
  updatedAt: optionalDate.describe("Time of the last edit, ISO 8601."),
  tags: tolerantList(filledText),
  prescriptionOnly: safetyFlag.describe(
    "Whether the formula needs a prescription. If so, the site offers neither to order nor to decoct it, and gives the reason.",
  ),
  licensedBuyersOnly: safetyFlag.describe(
    "Whether the product is supplied to licensed buyers only. If so, its page and its inquiries carry a note.",
  ),
  forbiddenPair: safetyFlag.describe(
    "Whether the formula has herbs that must not be combined. If so, it can't be ordered, its page says why, and lists say so.",
  ),
  overRange: safetyFlag.describe(
    "Whether a formula has a dose above the range of the pharmacopoeia. If so, its cards and search results say so.",
  ),
  languages: languagesSchema,
  hit: hitSchema,
  typed: tolerantList(filledText).describe("Of products, with `name`: which of the typed names mean the product."),
  lang,
});

const infoFields = {
  body: optionalText.describe("HTML. The site sanitises it."),
  gallery: tolerantList(imageSchema),
  attachments: tolerantList(
    z.object({ title: filledText, url: filledText, size: optionalNumeric.describe("In bytes."), ...pdfFields }),
  ).describe("Files to download. If `url` is a path, it is resolved against the API's origin."),
  related: tolerantList(refSchema).describe("Related items of any kind."),
  warnings: safetyTexts
    .clone()
    .describe(
      "A formula's warnings: herbs that must not be combined, and doses above the range of the pharmacopoeia. Shown first, in a section of their own.",
    ),
  doseNote: optionalText.describe(
    "A formula's doses below the range of the pharmacopoeia, with that range. Shown below the composition.",
  ),
  safety: safetyTexts
    .clone()
    .describe(
      "Safety sentences that follow from the herbs of a formula or product, for example on what it must not be taken with. Shown next to its cautions.",
    ),
  safetySource: optionalText.describe("Source of the sentences in `safety`. Shown above them."),
  seo,
};

export const plainPageRowSchema = z.object({
  id: identifier.describe("Part of the page's URL, `/page/{id}`."),
  title: filledText,
  summary,
  cover: optionalImage.describe("Picture above the text."),
  path: sitePathSchema.describe("A path of the site that the page redirects to, so that the search finds that screen."),
  updatedAt: optionalDate.describe("Time of the last edit, ISO 8601."),
  languages: languagesSchema,
  hit: hitSchema,
  lang,
});
export type PlainPageRow = z.output<typeof plainPageRowSchema>;

export const plainPageSchema = plainPageRowSchema.extend({
  body: infoFields.body,
  attachments: infoFields.attachments,
  seo,
});
export type PlainPage = z.output<typeof plainPageSchema>;

const ingredientSchema = z.object({
  name: filledText,
  names: namesSchema.describe(
    "The ingredient's name in other scripts and languages, such as Chinese. Shown next to `name`.",
  ),
  latin: optionalText,
  dose: numeric.pipe(z.number().positive()).describe("Amount for a decoction of one day."),
  unit: text.catch("g").describe("`g` by default."),
  role: z.enum(roles).describe("Role of the ingredient in the formula."),
  cooking: optionalText.describe("How the ingredient is cooked, if not with the others, such as 后下 (added late)."),
  prescriptionOnly: safetyFlag.describe("Whether the formula needs a prescription because of this ingredient."),
  product: tolerant(refSchema).describe("Product that the ingredient's name links to."),
  processed: safetyFlag.describe(
    "Whether the ingredient is a processed form of its product, such as liquorice fried in honey. An inquiry then names this form.",
  ),
});
export type Ingredient = z.output<typeof ingredientSchema>;

const fieldSchemas = {
  name: optionalText,
  line: optionalText,
  date: optionalDate,
  paragraph: optionalText,
  caution: safetyText,
  table: tolerantList(labelledValue),
  steps: tolerantList(z.object({ title: filledText, summary: optionalText })),
  composition: strictList(ingredientSchema).describe("If one ingredient is invalid, the site shows none."),
} satisfies Record<FieldFormat, z.ZodType>;

type KindShape<K extends Kind> = {
  [Field in keyof KindFields<K>]: KindFields<K>[Field] extends { format: infer Format extends FieldFormat }
    ? (typeof fieldSchemas)[Format]
    : never;
};

/** Descriptions of fields, for the OpenAPI document. They aren't in `kinds.ts`, which browsers load. */
const fieldDescriptions: Partial<Record<Kind, Record<string, string>>> = {
  news: { source: "Source of the article." },
  prescription: { source: "Classic work that contains the formula." },
  product: {
    origin: "Where the herb is from.",
    part: "Part of the plant that is used.",
    species: "Botanical or zoological name, with its author.",
    moq: "Minimum order quantity as a text.",
    sku: "Item number.",
  },
};

function createKindShape<K extends Kind>(kind: K): KindShape<K> {
  const fields = Object.entries(getKindRow(kind).fields).map(([name, { format }]) => {
    const description = fieldDescriptions[kind]?.[name];
    return [name, description ? fieldSchemas[format].describe(description) : fieldSchemas[format]];
  });
  return Object.fromEntries(fields) as KindShape<K>;
}
type InfoSchemas = { [K in Kind]: z.ZodObject<typeof itemFields.shape & KindShape<K> & typeof infoFields> };

export const rowSchemas = Object.fromEntries(
  kinds.map((kind) => [kind, itemFields.extend(createKindShape(kind))]),
) as unknown as { [K in Kind]: z.ZodObject<typeof itemFields.shape & KindShape<K>> };

export const infoSchemas = Object.fromEntries(
  kinds.map((kind) => [kind, rowSchemas[kind].extend(infoFields)]),
) as unknown as InfoSchemas;

export type Row<K extends Kind = Kind> = z.output<(typeof rowSchemas)[K]>;
export type Item<K extends Kind = Kind> = z.output<(typeof infoSchemas)[K]>;
