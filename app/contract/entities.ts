import { z } from "zod";
import { documentedAs } from "./documented.ts";
import { kindRow, kinds, roles, type FieldForm, type Kind, type KindFields } from "./kinds.ts";
import {
  filledText,
  identifier,
  numeric,
  optionalCount,
  optionalDate,
  optionalNumeric,
  optionalText,
  text,
  tolerantList,
  wholeList,
} from "./liberal.ts";

/** Where a picture is, as a backend writes it: a path on its own origin, or a whole address. */
const pictureAddress = () => documentedAs(z.string().min(1), z.string().regex(/^(\/(?![/\\])|https?:\/\/)/));

/** A picture: a bare URL or an object, always read as the object. */
const imageSchema = z
  .union([
    pictureAddress().transform((src): { src: string; width?: number; height?: number; alt?: string } => ({ src })),
    z.object({
      src: pictureAddress().describe("A path on the API's origin, or an address on another that the site is told of."),
      width: optionalNumeric.describe("In pixels."),
      height: optionalNumeric.describe("In pixels."),
      alt: optionalText.describe("What it shows, for those who don't see it."),
    }),
  ])
  .describe("A picture: its address, or an object with its size.");
const optionalImage = imageSchema.optional().catch(undefined);

export type Image = z.output<typeof imageSchema>;

const lang = optionalText.describe("BCP 47 tag of the language of the words, where it isn't the one asked for.");
const summary = optionalText.describe("A sentence or two, without markup.");
const seo = z
  .object({ title: optionalText, description: optionalText })
  .optional()
  .catch(undefined)
  .describe("For search engines, where the title and summary don't do.");

/** A path of the site or a whole address; a reader takes any text. */
const sitePath = documentedAs(
  optionalText.clone(),
  z
    .string()
    .regex(/^(\/(?!\/)|https?:\/\/|mailto:|tel:)/)
    .optional(),
);

export const advertSchema = z.object({
  id: identifier,
  aid: filledText.describe("Its group. The site shows `home-hero`, `home-banner` and `list-aside`."),
  title: optionalText,
  summary,
  image: optionalImage.describe("Its picture."),
  link: sitePath.describe("A path of the site without a prefix of language, or a whole address."),
  sort: optionalNumeric.describe("Its place within the group."),
  lang,
});
export type Advert = z.output<typeof advertSchema>;

const menuItemFields = z.object({
  id: identifier,
  type: text.catch("page").describe("What it leads to, such as `page` or `category`."),
  title: filledText,
  path: sitePath.describe("A path of the site without a prefix of language, or a whole address; none for a heading."),
  target: optionalText.describe("`_blank` for a new window."),
  lang,
});
export type MenuItem = z.output<typeof menuItemFields> & { children: MenuItem[] };
export const menuItemSchema: z.ZodType<MenuItem> = menuItemFields.extend({
  children: documentedAs(
    z.lazy(() => tolerantList(menuItemSchema)),
    z.lazy(() => z.array(menuItemSchema)).optional(),
  ).describe("What stands below it."),
});

const labelledValue = z.object({ label: filledText, value: text });

export const settingsSchema = z.object({
  siteName: optionalText,
  lang,
  slogan: optionalText,
  logo: optionalImage.describe("Also what the icons are made from."),
  company: optionalText.describe("The company's full name."),
  address: optionalText,
  phone: optionalText,
  email: optionalText,
  hours: optionalText.describe("When somebody answers."),
  copyright: optionalText,
  icp: optionalText.describe("The number of the ICP filing."),
  policeRecord: optionalText.describe("The number of the public security filing."),
  baiduVerification: optionalText.describe(
    "The code by which Baidu knows whose site it is; it stands on the front page.",
  ),
  sharePicture: optionalImage.describe(
    "What is shown where a page is shared that has no picture of its own; JPEG or PNG, 300 pixels each way at least.",
  ),
  social: tolerantList(z.object({ name: filledText, url: optionalText, qr: optionalImage })).describe(
    "Where else the company is found; `qr` is a picture to scan.",
  ),
  map: z.object({ lat: numeric, lng: numeric, url: optionalText }).optional().catch(undefined).describe("Where it is."),
  seo,
  about: optionalText.describe("HTML of the about page; sanitised before it is shown."),
  milestones: tolerantList(z.object({ year: text, title: filledText, summary: optionalText })),
  figures: tolerantList(labelledValue.extend({ unit: optionalText })),
  kinds: tolerantList(
    z.object({
      kind: z.enum(kinds),
      title: filledText,
      lead: optionalText.describe("What stands below the title of its list."),
      labels: tolerantList(z.object({ field: filledText, label: filledText })).describe(
        "Its own fields by their names.",
      ),
    }),
  ).describe("What kinds and their fields are called, where the site has no words of its own, or other ones."),
});
export type Settings = z.output<typeof settingsSchema>;

const categoryFields = z.object({
  id: identifier,
  kind: z.enum(kinds),
  slug: filledText.describe("Stands in addresses: one or more segments, such as `pieces/roots`."),
  title: filledText,
  summary,
  total: optionalCount.describe("How many items it has, those of its descendants included."),
  lang,
});
export type Category = z.output<typeof categoryFields> & { children: Category[] };
export const categorySchema: z.ZodType<Category> = categoryFields.extend({
  children: documentedAs(
    z.lazy(() => tolerantList(categorySchema)),
    z.lazy(() => z.array(categorySchema)).optional(),
  ).describe("The categories below it."),
});

export const refSchema = z.object({ id: identifier, title: filledText, kind: z.enum(kinds), lang });
export type Ref = z.output<typeof refSchema>;

export const neighboursSchema = z.object({
  prev: refSchema.nullish().catch(null).describe("The newer one; null for the first."),
  next: refSchema.nullish().catch(null).describe("The older one; null for the last."),
});

const itemFields = z.object({
  id: identifier,
  title: filledText,
  summary,
  cover: optionalImage.describe("The picture of its card."),
  cat: z
    .object({ slug: filledText, title: filledText, lang })
    .optional()
    .catch(undefined)
    .describe("The category that it is in."),
  date: optionalDate.describe(
    "The day that it is shown with, ISO 8601. The day that is written counts, whatever the zone.",
  ),
  updatedAt: optionalDate.describe("When it was last edited, ISO 8601."),
  tags: tolerantList(filledText),
  /** The language (BCP 47) that the words are in, where it isn't the one asked for. */
  lang,
});

const infoFields = {
  body: optionalText.describe("HTML; sanitised before it is shown."),
  gallery: tolerantList(imageSchema),
  attachments: tolerantList(
    z.object({ title: filledText, url: filledText, size: optionalNumeric.describe("In bytes.") }),
  ).describe("Files to download; a path belongs to the API's origin."),
  related: tolerantList(refSchema).describe("What to read next, of any kind."),
  seo,
};

const ingredientSchema = z.object({
  name: filledText,
  latin: optionalText,
  dose: numeric.pipe(z.number().positive()).describe("Of a day's decoction."),
  unit: text.catch("g").describe("`g` where nothing else is said."),
  role: z.enum(roles).describe("What it does in the formula."),
});
export type Ingredient = z.output<typeof ingredientSchema>;

/** How each form of a kind's own fields is read. */
const readers = {
  line: optionalText,
  paragraph: optionalText,
  caution: optionalText,
  table: tolerantList(labelledValue),
  steps: tolerantList(z.object({ title: filledText, summary: optionalText })),
  composition: wholeList(ingredientSchema).describe("One that can't be read, and none is shown."),
} satisfies Record<FieldForm, z.ZodType>;

type OwnShape<K extends Kind> = {
  [Field in keyof KindFields<K>]: KindFields<K>[Field] extends { is: infer Is extends FieldForm }
    ? (typeof readers)[Is]
    : never;
};

/** The readers of a kind's own fields, by its row. */
function ownShape<K extends Kind>(kind: K): OwnShape<K> {
  const fields = Object.entries(kindRow(kind).fields).map(([name, { is, about }]) => [
    name,
    about ? readers[is].describe(about) : readers[is],
  ]);
  return Object.fromEntries(fields) as OwnShape<K>;
}

type RowSchemas = { [K in Kind]: z.ZodObject<typeof itemFields.shape & OwnShape<K>> };
type InfoSchemas = { [K in Kind]: z.ZodObject<typeof itemFields.shape & OwnShape<K> & typeof infoFields> };

/** A row of a list: what every kind has, with the kind's own fields where the backend sends them. */
export const rowSchemas = Object.fromEntries(
  kinds.map((kind) => [kind, itemFields.extend(ownShape(kind))]),
) as unknown as RowSchemas;

/** A whole item with its body. */
export const infoSchemas = Object.fromEntries(
  kinds.map((kind) => [kind, rowSchemas[kind].extend(infoFields)]),
) as unknown as InfoSchemas;

export type Row<K extends Kind = Kind> = z.output<(typeof rowSchemas)[K]>;
export type Item<K extends Kind = Kind> = z.output<(typeof infoSchemas)[K]>;
