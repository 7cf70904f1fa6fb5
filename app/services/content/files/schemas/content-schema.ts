import { z } from "zod";
import { localeCodes } from "#app/i18n/locales.ts";
import {
  contentKinds,
  getKindRow,
  kinds,
  roles,
  type FieldFormat,
  type Kind,
  type KindFields,
} from "#app/services/api/contract/kinds.ts";
import {
  createIssue,
  createTextByLocaleSchema,
  dateString,
  dateTimeString,
  longWords,
  messageKey,
  photoName,
  rejectDuplicates,
  shortList,
  sitePathSchema,
  title,
  titleByLocale,
  uniqueWords,
  words,
  wordsByLocale,
} from "./content-words.ts";

// Unlike the contract's, these schemas reject misspelt fields.

export const labelledValue = z.strictObject({ label: words, value: words });
const labelledValues = z.array(labelledValue).superRefine(rejectDuplicates(({ label }) => label));
export const titledText = z.strictObject({ title, summary: longWords });
export const visibilityFields = {
  /** Drafts are rendered only as previews. */
  draft: z.boolean().default(false),
  from: dateTimeString.optional(),
  until: dateTimeString.optional(),
};

/** References are checked here only as texts; `checkReferences` looks for their targets. */
const commonFacts = {
  cat: words,
  date: dateString,
  updated: dateString.optional(),
  /** `cover` names a photo. Alternatively, `plate` names a herb, or another drawing in `public/plates`. */
  cover: photoName.optional(),
  plate: words.optional(),
  /** Photos, and herbs whose plates are rendered. */
  gallery: uniqueWords.meta({ widget: "image" }).default([]),
  related: uniqueWords.default([]),
  ...visibilityFields,
};

const ingredient = z.strictObject({ herb: words, dose: z.number().positive(), role: z.enum(roles) });

const commonWords = {
  title,
  summary: longWords,
  tags: uniqueWords.default([]),
  /**
   * Descriptions of the photos, and of a drawing other than a herb's. An entry without `photo` describes the cover or,
   * if there is no cover, the drawing.
   */
  alt: z
    .array(z.strictObject({ photo: photoName.optional(), description: longWords }), messageKey("altList"))
    .superRefine(rejectDuplicates(({ photo = "" }) => photo, "photo"))
    .default([]),
  attachments: z.array(z.strictObject({ title, url: sitePathSchema.meta({ widget: "file" }) })).default([]),
  seo: z.strictObject({ title: words.optional(), description: longWords.optional() }).optional(),
};

const fieldSchemas = {
  name: words,
  line: words,
  date: dateString,
  paragraph: longWords,
  caution: longWords,
  table: labelledValues.min(1),
  steps: z.array(titledText).min(1),
  composition: z
    .array(ingredient)
    .min(1)
    .superRefine(rejectDuplicates(({ herb }) => herb)),
} satisfies Record<FieldFormat, z.ZodType>;

/** Facts that the API doesn't return. */
const internalFacts = {
  /** `forms`: ids of processed herbs that the product also supplies, such as liquorice fried in honey. */
  product: { herb: words.optional(), forms: uniqueWords.default([]), replacesCautions: uniqueWords.optional() },
  prescription: { replacesCautions: uniqueWords.optional() },
} satisfies Partial<Record<Kind, z.ZodRawShape>>;
type InternalFacts<K extends Kind> = K extends keyof typeof internalFacts ? (typeof internalFacts)[K] : unknown;

type Scope = "facts" | "words";

type FieldsOfKind<K extends Kind, S extends Scope> = {
  [
    Field in keyof KindFields<K> as KindFields<K>[Field] extends { scope: S } ? Field : never
  ]: KindFields<K>[Field] extends { format: infer Format extends FieldFormat } ? (typeof fieldSchemas)[Format] : never;
};

function createKindSchemas(
  scope: Scope,
  commonFields: z.ZodRawShape,
  extraFields: Partial<Record<Kind, z.ZodRawShape>> = {},
) {
  const schemas = kinds.map((kind) => {
    const kindFields = Object.entries(getKindRow(kind).fields).filter(([, field]) => field.scope === scope);
    const kindShape = Object.fromEntries(
      kindFields.map(([name, { format, isOptional }]) => [
        name,
        isOptional ? fieldSchemas[format].optional() : fieldSchemas[format],
      ]),
    );
    return [kind, z.strictObject({ ...commonFields, ...kindShape, ...extraFields[kind] })];
  });
  return Object.fromEntries(schemas) as unknown;
}

/** Schemas of the facts: fields that apply to every language, and that only the first language's file has. */
export const factsSchemas = createKindSchemas("facts", commonFacts, internalFacts) as {
  [K in Kind]: z.ZodObject<typeof commonFacts & FieldsOfKind<K, "facts"> & InternalFacts<K>>;
};

export const wordsSchemas = createKindSchemas("words", commonWords) as {
  [K in Kind]: z.ZodObject<typeof commonWords & FieldsOfKind<K, "words">>;
};

export const pageFactsSchema = z.strictObject({
  updated: dateString,
  cover: commonFacts.cover,
  plate: commonFacts.plate,
  /** Path of the screen that the page redirects to. */
  path: sitePathSchema.optional(),
  ...visibilityFields,
});

export const pageWordsSchema = z.strictObject({
  title: words,
  summary: longWords,
  alt: commonWords.alt,
  attachments: commonWords.attachments,
  seo: commonWords.seo,
});

export type PageFacts = z.output<typeof pageFactsSchema>;
export type PageWords = z.output<typeof pageWordsSchema>;
export type Facts<K extends Kind = Kind> = z.output<(typeof factsSchemas)[K]>;
export type Words<K extends Kind = Kind> = z.output<(typeof wordsSchemas)[K]>;

const categorySlug = z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/, messageKey("slug"));

/** Categories in the order in which pages list them. The parent of `a/b` is `a`; `b` may also name it, as `parent`. */
export const categoriesFileSchema = z
  .array(
    z
      .strictObject({
        slug: categorySlug,
        parent: categorySlug.optional(),
        title: titleByLocale,
        summary: wordsByLocale,
      })
      .transform(({ slug, parent, ...texts }) => ({
        slug: parent && !slug.startsWith(`${parent}/`) ? `${parent}/${slug}` : slug,
        ...texts,
      })),
  )
  .superRefine(rejectDuplicates(({ slug }) => slug, "slug"));

export const cookingMethods = ["firstLong", "first", "late", "wrapped", "dissolved", "separately"] as const;

export const herbFileSchema = z.strictObject({
  names: wordsByLocale,
  latin: words,
  species: words,
  part: words,
  /** Pinyin of the name, if it differs from the id. */
  pinyin: words.optional(),
  /** Other names, in any language. */
  aliases: z.array(words).default([]),
  /** Incompatible herbs, whose own files needn't name this herb. */
  incompatible: uniqueWords.default([]),
  pregnancy: z.enum(["avoid", "caution"]).optional(),
  toxic: z.enum(["slight", "toxic", "very"]).optional(),
  /**
   * Whether the herb needs a prescription for reasons other than toxicity. A herb that is more than slightly toxic
   * always needs one.
   */
  prescription: z.boolean().optional(),
  /** How the herb is prepared in a decoction, if not with the others. `firstLong` also reduces its toxicity. */
  cooking: z.enum(cookingMethods).optional(),
  /** The pharmacopoeia's daily dose for a decoction, in grams. */
  dose: z
    .strictObject({ min: z.number().positive(), max: z.number().positive() })
    .superRefine(({ min, max }, context) => {
      if (max < min) context.addIssue(createIssue("tooLow", { min }, ["max"]));
    })
    .optional(),
  /** Other advice before use, rendered after the herb's name. */
  caution: createTextByLocaleSchema(longWords).optional(),
});

/** Groups of synonyms for the search. */
export const synonymsFileSchema = z.array(z.array(words).min(2));

/** Words that a law forbids in advertisements for medicines. */
export const claimsFileSchema = z.array(
  z.strictObject({
    /** `…` within a phrase stands for a few words, and `<n>` for a number. */
    words: uniqueWords.min(1),
    /** Words, one of which must follow a word that ends with `…`, or precede a word that begins with `…`. */
    near: uniqueWords.optional(),
    /** Where a `near` word may be: `sentence` means anywhere in the sentence. @default the same clause */
    within: z.literal("sentence").optional(),
    /** Phrases that contain a word of `words` without being claims. */
    except: uniqueWords.optional(),
    /** Kinds of page to which the words apply. @default all kinds, and texts that are on every page */
    where: z.array(z.enum(contentKinds)).optional(),
    article: words,
    instead: words,
  }),
);

const redirectTarget = z.string().regex(/^\/(?![/\\])[^?#\s]*$/, messageKey("redirectTarget"));
// An entry is for one URL, so patterns are rejected.
const redirectSource = z
  .string()
  .regex(/^\/(?![/\\])[^#\s]*$/, { error: messageKey("redirectSource"), abort: true })
  .regex(/^(?!.*(?:\*|\/:\w|\/\{[^{}]*\}|\/\$\d))/, messageKey("redirectPattern"));

export const redirectsFileSchema = z.array(
  z
    .strictObject({
      from: redirectSource,
      to: redirectTarget.optional(),
      /** Used instead of `to`: the page is gone, and the site responds with 410. */
      gone: z.boolean().optional(),
      only: z.enum(localeCodes).optional(),
    })
    .refine(({ to, gone = false }) => (to === undefined) === gone, {
      error: messageKey("redirectOrGone"),
      path: ["to"],
    }),
);

export const maxMenuLevels = 3;
const maxMenuEntries = 500;

const menuItem = z
  .strictObject({
    type: z.enum(["page", "category", "link", "batch"]),
    title,
    path: sitePathSchema.optional(),
    target: z.enum(["_self", "_blank"]).optional().meta({ widget: "hidden" }),
    get children() {
      return z.array(menuItem).optional();
    },
    id: words.meta({ widget: "uuid" }),
  })
  .meta({ hasTypeField: true });
type MenuItem = z.output<typeof menuItem>;
export const menuFileSchema = z.array(menuItem).superRefine((items, context) => {
  const ids = new Set<string>();
  const check = (entries: readonly MenuItem[], parentPath: PropertyKey[], level: number) =>
    entries.forEach(({ id, path: target, children = [] }, index) => {
      const path = [...parentPath, index];
      const mistake = findMenuMistake(ids.has(id), level, target === undefined && children.length === 0);
      if (mistake) {
        const { field, message } = mistake;
        context.addIssue(createIssue(message, { value: id, max: maxMenuLevels }, [...path, field]));
      }
      ids.add(id);
      check(children, [...path, "children"], level + 1);
    });
  check(items, [], 1);
  if (ids.size > maxMenuEntries) context.addIssue(createIssue("menuSize", { max: maxMenuEntries }));
});

function findMenuMistake(isDuplicate: boolean, level: number, isEmpty: boolean) {
  if (isDuplicate) return { field: "id", message: messageKey("duplicate") };
  if (level > maxMenuLevels) return { field: "title", message: messageKey("menuLevel") };
  return isEmpty ? { field: "path", message: messageKey("menuTarget") } : undefined;
}
export type MenuFile = z.output<typeof menuFileSchema>;

const advert = z
  .strictObject({
    id: words,
    aid: z.enum(["home-hero", "home-banner", "list-aside"]),
    title: words,
    summary: longWords,
    /** `plate` names a herb or another drawing. Alternatively, `cover` names a photo, which `alt` describes. */
    plate: words.optional(),
    cover: photoName.optional(),
    alt: words.optional(),
    link: sitePathSchema,
    /** Label of the home page's main button, if this is the page's first advert. */
    label: words.optional(),
    sort: z.number().int(),
  })
  .refine(({ plate, cover }) => (plate === undefined) !== (cover === undefined), {
    error: messageKey("plateOrCover"),
    path: ["plate"],
  })
  .refine(({ cover, alt }) => cover === undefined || alt !== undefined, { error: messageKey("noAlt"), path: ["alt"] });
export const advertsFileSchema = shortList(advert).superRefine(rejectDuplicates(({ id }) => id, "id"));
