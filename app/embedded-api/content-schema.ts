import { z } from "zod";
import { kindRow, kinds, roles, type FieldForm, type Kind, type KindFields } from "../contract/kinds.ts";
import { localeCodes } from "../i18n/locales.ts";
import { plateSpecSchema } from "../plates/plate-spec.ts";

/*
 * What the files in content/ may say. Strict, other than the contract's readers: these are our own files,
 * and a misspelt field is a mistake to be named.
 */

const words = z.string().trim().min(1);
const herbId = z.string().regex(/^[a-z0-9-]+$/, "lower-case letters, digits and hyphens only");
const day = z
  .string("must be a date such as 2025-03-12")
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: "must be a date such as 2025-03-12", abort: true })
  .refine(
    (value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value),
    "is no day of the calendar",
  );
/** With its zone: the machine that the site runs on may be anywhere. */
const moment = z.iso.datetime({
  offset: true,
  error: "must be a moment with its time zone, such as 2026-12-01T09:00:00+08:00 for nine in the morning in China",
});
const labelledValue = z.strictObject({ label: words, value: words });
const titled = z.strictObject({ title: words, summary: words });
const sitePath = z.string().regex(/^(\/(?!\/)|https:\/\/)/, "must start with / or https://");

/** Herbs, categories and items are named here as texts: whether there are such is found out with all of the content. */
const commonFacts = {
  cat: words,
  date: day,
  updated: day.optional(),
  plate: words,
  gallery: z.array(words).default([]),
  related: z.array(words).default([]),
  /** Seen by nobody, other than by a preview link. */
  draft: z.boolean().default(false),
  /** From when, and until when, it is seen. */
  from: moment.optional(),
  until: moment.optional(),
};

const ingredient = z.strictObject({
  herb: words,
  dose: z.number().positive("must be more than 0 grams"),
  role: z.enum(roles),
});

const commonWords = {
  title: words,
  summary: words,
  tags: z.array(words).default([]),
  attachments: z.array(z.strictObject({ title: words, url: sitePath })).default([]),
  seo: z.strictObject({ title: words.optional(), description: words.optional() }).optional(),
};

/** How each form of a kind's own fields is written. */
const writers = {
  line: words,
  paragraph: words,
  caution: words,
  table: z.array(labelledValue).min(1),
  steps: z.array(titled).min(1),
  composition: z.array(ingredient).min(1),
} satisfies Record<FieldForm, z.ZodType>;

/** Facts that the content refers by, and that aren't sent. */
const unsentFacts = { product: { herb: words } } satisfies Partial<Record<Kind, z.ZodRawShape>>;
type UnsentFacts<K extends Kind> = K extends keyof typeof unsentFacts ? (typeof unsentFacts)[K] : unknown;

type Own<K extends Kind, Of extends "facts" | "words"> = {
  [
    Field in keyof KindFields<K> as KindFields<K>[Field] extends { of: Of } ? Field : never
  ]: KindFields<K>[Field] extends {
    is: infer Is extends FieldForm;
  }
    ? (typeof writers)[Is]
    : never;
};

/** A strict schema a kind: what every kind has, and its own fields by its row. */
function perKind(of: "facts" | "words", common: z.ZodRawShape, more: Partial<Record<Kind, z.ZodRawShape>> = {}) {
  const schemas = kinds.map((kind) => {
    const own = Object.entries(kindRow(kind).fields).filter(([, field]) => field.of === of);
    const shape = Object.fromEntries(own.map(([name, { is }]) => [name, writers[is]]));
    return [kind, z.strictObject({ ...common, ...shape, ...more[kind] })];
  });
  return Object.fromEntries(schemas) as unknown;
}

/** `item.yaml`: what is equal in every language. */
export const factsSchemas = perKind("facts", commonFacts, unsentFacts) as {
  [K in Kind]: z.ZodObject<typeof commonFacts & Own<K, "facts"> & UnsentFacts<K>>;
};

/** Front matter of `{locale}.md`: words in one language. */
export const wordsSchemas = perKind("words", commonWords) as {
  [K in Kind]: z.ZodObject<typeof commonWords & Own<K, "words">>;
};

export type Facts<K extends Kind = Kind> = z.output<(typeof factsSchemas)[K]>;
export type Words<K extends Kind = Kind> = z.output<(typeof wordsSchemas)[K]>;

/** `categories/{kind}/{locale}.yaml`: slug → words. A slug's parent is the slug without its last segment. */
export const categoriesSchema = z.record(z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/), titled);

/** `herbs/facts.yaml`. */
export const herbFactsSchema = z.record(herbId, z.strictObject({ latin: words, species: words, part: words }));

/** `herbs/plates.yaml`: id → how its plate is drawn. */
export const platesSchema = z.record(herbId, plateSpecSchema);

/** `herbs/{locale}.yaml`: id → name. */
export const herbNamesSchema = z.record(herbId, words);

const kindWords = z
  .strictObject({
    kind: z.enum(kinds),
    title: words,
    lead: words.optional(),
    labels: z.array(z.strictObject({ field: words, label: words })).optional(),
  })
  .superRefine(({ kind, labels = [] }, context) => {
    const known = Object.keys(kindRow(kind).fields);
    labels.forEach(({ field }, index) => {
      const message = `${field} is no field of ${kind}: there are ${known.join(", ")}`;
      if (!known.includes(field)) context.addIssue({ code: "custom", path: ["labels", index, "field"], message });
    });
  });

export const settingsFileSchema = z.strictObject({
  siteName: words,
  slogan: words,
  logo: sitePath,
  company: words,
  address: words,
  phone: words,
  email: z.email(),
  hours: words,
  copyright: words,
  icp: words.optional(),
  policeRecord: words.optional(),
  baiduVerification: z
    .string()
    .regex(
      /^[\w-]{4,100}$/,
      'must be the code alone, such as codeva-AbCd1234: what stands in content="…" of Baidu\'s line',
    )
    .optional(),
  sharePicture: z
    .string()
    .regex(/^\/(?!\/).+\.(?:png|jpe?g)$/i, "must be a PNG or JPEG file below public, such as /files/share.png")
    .optional(),
  social: z.array(z.strictObject({ name: words, url: sitePath, qr: sitePath })),
  map: z.strictObject({ lat: z.number(), lng: z.number(), url: sitePath }),
  seo: z.strictObject({ title: words, description: words }),
  about: words,
  milestones: z.array(titled.extend({ year: z.union([z.string(), z.number()]).transform(String) })),
  figures: z.array(labelledValue.extend({ value: z.union([z.string(), z.number()]).transform(String), unit: words })),
  kinds: z.array(kindWords).optional(),
});

const menuItem = z.strictObject({
  id: words,
  type: z.enum(["page", "category", "link"]),
  title: words,
  path: sitePath.optional(),
  target: z.enum(["_self", "_blank"]).optional(),
  get children() {
    return z.array(menuItem).optional();
  },
});
export const menuFileSchema = z.array(menuItem);
export type MenuFile = z.output<typeof menuFileSchema>;

const redirectPath = (example: string) =>
  z.string().regex(/^\/(?![/\\])[^?#\s]*$/, `must be a path of this site without a query, such as ${example}`);

/** `redirects.yaml`. */
export const redirectsFileSchema = z.array(
  z.strictObject({
    from: redirectPath("/old/huangqi.html"),
    to: redirectPath("/product/info/huang-qi"),
    only: z.enum(localeCodes).optional(),
  }),
);

export const advertsFileSchema = z.array(
  z.strictObject({
    id: words,
    aid: words,
    title: words,
    summary: words,
    plate: words,
    link: sitePath,
    sort: z.number().int(),
  }),
);
