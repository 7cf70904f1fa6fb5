import { z } from "zod";
import { kinds, roles, type Kind } from "./kinds.ts";
import {
  filledText,
  numeric,
  optionalCount,
  optionalDate,
  optionalNumeric,
  optionalText,
  text,
  tolerantList,
  wholeList,
} from "./liberal.ts";

/** A picture: a bare URL or an object, always read as the object. */
const imageSchema = z.union([
  z
    .string()
    .min(1)
    .transform((src): { src: string; width?: number; height?: number; alt?: string } => ({ src })),
  z.object({ src: z.string().min(1), width: optionalNumeric, height: optionalNumeric, alt: optionalText }),
]);
const optionalImage = imageSchema.optional().catch(undefined);

export type Image = z.output<typeof imageSchema>;

export const advertSchema = z.object({
  id: filledText,
  aid: filledText,
  title: optionalText,
  summary: optionalText,
  image: optionalImage,
  link: optionalText,
  sort: optionalNumeric,
  lang: optionalText,
});
export type Advert = z.output<typeof advertSchema>;

const menuItemFields = z.object({
  id: filledText,
  type: text.catch("page"),
  title: filledText,
  path: optionalText,
  target: optionalText,
  lang: optionalText,
});
export type MenuItem = z.output<typeof menuItemFields> & { children: MenuItem[] };
export const menuItemSchema: z.ZodType<MenuItem> = menuItemFields.extend({
  children: z.lazy(() => tolerantList(menuItemSchema)),
});

const labelledValue = z.object({ label: filledText, value: text });

export const settingsSchema = z.object({
  siteName: optionalText,
  lang: optionalText,
  slogan: optionalText,
  logo: optionalImage,
  company: optionalText,
  address: optionalText,
  phone: optionalText,
  email: optionalText,
  hours: optionalText,
  copyright: optionalText,
  icp: optionalText,
  policeRecord: optionalText,
  social: tolerantList(z.object({ name: filledText, url: optionalText, qr: optionalImage })),
  map: z.object({ lat: numeric, lng: numeric, url: optionalText }).optional().catch(undefined),
  seo: z.object({ title: optionalText, description: optionalText }).optional().catch(undefined),
  about: optionalText,
  milestones: tolerantList(z.object({ year: text, title: filledText, summary: optionalText })),
  figures: tolerantList(labelledValue.extend({ unit: optionalText })),
});
export type Settings = z.output<typeof settingsSchema>;

const categoryFields = z.object({
  id: filledText,
  kind: z.enum(kinds),
  slug: filledText,
  title: filledText,
  summary: optionalText,
  total: optionalCount,
  lang: optionalText,
});
export type Category = z.output<typeof categoryFields> & { children: Category[] };
export const categorySchema: z.ZodType<Category> = categoryFields.extend({
  children: z.lazy(() => tolerantList(categorySchema)),
});

const refSchema = z.object({ id: filledText, title: filledText, kind: z.enum(kinds), lang: optionalText });
export type Ref = z.output<typeof refSchema>;

export const neighboursSchema = z.object({
  prev: refSchema.nullish().catch(null),
  next: refSchema.nullish().catch(null),
});

const itemFields = z.object({
  id: filledText,
  title: filledText,
  summary: optionalText,
  cover: optionalImage,
  cat: z.object({ slug: filledText, title: filledText, lang: optionalText }).optional().catch(undefined),
  date: optionalDate,
  updatedAt: optionalDate,
  tags: tolerantList(filledText),
  /** The language (BCP 47) that the words are in, where it isn't the one asked for. */
  lang: optionalText,
});

const infoFields = {
  body: optionalText,
  gallery: tolerantList(imageSchema),
  attachments: tolerantList(z.object({ title: filledText, url: filledText, size: optionalNumeric })),
  related: tolerantList(refSchema),
  seo: z.object({ title: optionalText, description: optionalText }).optional().catch(undefined),
};

const ingredientSchema = z.object({
  name: filledText,
  latin: optionalText,
  dose: numeric.pipe(z.number().positive()),
  unit: text.catch("g"),
  role: z.enum(roles),
});
export type Ingredient = z.output<typeof ingredientSchema>;

const kindFields = {
  news: { author: optionalText, source: optionalText },
  product: { sku: optionalText, specs: tolerantList(labelledValue), packaging: optionalText, moq: optionalText },
  prescription: {
    source: optionalText,
    pinyin: optionalText,
    latin: optionalText,
    ingredients: wholeList(ingredientSchema),
    preparation: optionalText,
    actions: optionalText,
    indications: optionalText,
    cautions: optionalText,
  },
  case: {
    client: optionalText,
    location: optionalText,
  },
  service: { steps: tolerantList(z.object({ title: filledText, summary: optionalText })) },
} as const satisfies Record<Kind, z.ZodRawShape>;

/** A row of a list: what every kind has, with the kind's own fields where the backend sends them. */
export const rowSchemas = {
  news: itemFields.extend(kindFields.news),
  product: itemFields.extend(kindFields.product),
  prescription: itemFields.extend(kindFields.prescription),
  case: itemFields.extend(kindFields.case),
  service: itemFields.extend(kindFields.service),
};

/** A whole item with its body. */
export const infoSchemas = {
  news: rowSchemas.news.extend(infoFields),
  product: rowSchemas.product.extend(infoFields),
  prescription: rowSchemas.prescription.extend(infoFields),
  case: rowSchemas.case.extend(infoFields),
  service: rowSchemas.service.extend(infoFields),
};

export type Row<K extends Kind = Kind> = z.output<(typeof rowSchemas)[K]>;
export type Item<K extends Kind = Kind> = z.output<(typeof infoSchemas)[K]>;
