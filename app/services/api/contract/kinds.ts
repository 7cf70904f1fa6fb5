/** A name is below the title; a line beside the picture; paragraph, caution and composition above the text; table and steps below it. */
export type FieldFormat = "name" | "line" | "paragraph" | "caution" | "table" | "steps" | "composition";

type KindField = {
  /** `facts` are equal in every language. */
  scope: "facts" | "words";
  format: FieldFormat;
  description?: string;
  /** Language (BCP 47) of facts whose language doesn't depend on the page's. */
  lang?: string;
  /** The files of the content needn't have it. */
  isOptional?: true;
  /** Cards show the field, so lists include it. */
  isShownOnCards?: true;
  /** The order sheet shows the field, so lists include it. */
  isOnSheet?: true;
};

type KindRow = {
  /** Whether lists show items as text with dates, or with pictures. */
  card: "text" | "picture";
  /** Whether the pages of the kind say that they don't replace a practitioner. */
  isMedicine?: true;
  /** The kind's own fields in the order of the page. */
  fields: Readonly<Record<string, KindField>>;
};

/** The kinds of content. Calls, pages, sitemap entries, search and content folders of a kind derive from its row. */
const kindTable = {
  news: {
    card: "text",
    fields: {
      source: { scope: "words", format: "line", description: "Source of the article.", isOptional: true },
      author: { scope: "words", format: "line", isOptional: true },
    },
  },
  prescription: {
    card: "picture",
    isMedicine: true,
    fields: {
      pinyin: { scope: "facts", format: "name", lang: "zh-Latn-pinyin" },
      latin: { scope: "facts", format: "name", lang: "la" },
      source: { scope: "words", format: "line", description: "Classic work that contains the formula." },
      ingredients: { scope: "facts", format: "composition", isShownOnCards: true },
      actions: { scope: "words", format: "paragraph", isShownOnCards: true },
      indications: { scope: "words", format: "paragraph" },
      preparation: { scope: "words", format: "paragraph" },
      cautions: { scope: "words", format: "caution" },
    },
  },
  product: {
    card: "picture",
    isMedicine: true,
    fields: {
      origin: {
        scope: "words",
        format: "line",
        description: "Where the herb is from.",
        isOptional: true,
        isShownOnCards: true,
      },
      part: {
        scope: "words",
        format: "line",
        description: "Part of the plant that is used.",
        isOptional: true,
        isShownOnCards: true,
      },
      packaging: { scope: "words", format: "line", isOnSheet: true },
      moq: { scope: "words", format: "line", description: "Minimum order quantity as a text.", isOnSheet: true },
      sku: { scope: "facts", format: "line", description: "Item number.", isOnSheet: true },
      specs: { scope: "words", format: "table", isOnSheet: true },
    },
  },
  case: {
    card: "picture",
    fields: {
      client: { scope: "words", format: "line" },
      location: { scope: "words", format: "line", isShownOnCards: true },
    },
  },
  service: { card: "picture", fields: { steps: { scope: "words", format: "steps" } } },
} as const satisfies Record<string, KindRow>;

export type Kind = keyof typeof kindTable;

export type KindFields<K extends Kind> = (typeof kindTable)[K]["fields"];

export const kinds = Object.keys(kindTable) as Kind[];

/** `page` (plain pages) and `batch` (batches of products) have no categories and no list page. */
export type ContentKind = Kind | "page" | "batch";

export const contentKinds: readonly ContentKind[] = [...kinds, "page", "batch"];

export function getKindRow(kind: Kind): KindRow {
  return kindTable[kind];
}

/** Without `kindsInUse`, the site shows all kinds. */
export function getKindsInUse(settings: { kindsInUse?: readonly Kind[] } | null | undefined): readonly Kind[] {
  const kindsInUse = settings?.kindsInUse;
  return kindsInUse ? kinds.filter((kind) => kindsInUse.includes(kind)) : kinds;
}

/** The first is the default. */
export const sorts = ["newest", "title"] as const;

export type Sort = (typeof sorts)[number];

export const maxKeywordLength = 100;

/** Roles of an ingredient in a formula, most important first. */
export const roles = ["monarch", "minister", "assistant", "courier"] as const;

export type Role = (typeof roles)[number];

/** Returns the herbs by role, and within a role by dose. */
export function sortByRole<Herb extends { role: Role; dose: number }>(herbs: readonly Herb[]): Herb[] {
  return [...herbs].sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || b.dose - a.dose);
}

export function isKind(value: unknown): value is Kind {
  return kinds.includes(value as Kind);
}

export function isContentKind(value: unknown): value is ContentKind {
  return contentKinds.includes(value as ContentKind);
}
