/**
 * Format of a field, which decides its position. Below the title: name. Next to the picture: line, date. Above the
 * text: paragraph, caution, composition. Below the text: table, steps.
 */
export type FieldFormat = "name" | "line" | "date" | "paragraph" | "caution" | "table" | "steps" | "composition";

type KindField = {
  /** `facts` are equal in every language. */
  scope: "facts" | "words";
  format: FieldFormat;
  /** BCP 47 tag of facts in a fixed language. */
  lang?: string;
  /** Optional in content files. */
  isOptional?: true;
  /** Cards render the field, so lists include it: a line, date, paragraph or composition. */
  isShownOnCards?: true;
  /** The order sheet and lists include the field. */
  isOnSheet?: true;
};

type KindRow = {
  /** Whether lists render the kind's items as texts with dates, or with pictures. */
  card: "text" | "picture";
  /** Whether pages of the kind note that they don't replace a practitioner. */
  isMedicine?: true;
  /** Whether lists are alphabetical, with letters, on long pages in the full width. Other lists have the newest first. */
  isAlphabetical?: true;
  /** The kind's own fields in page order. */
  fields: Readonly<Record<string, KindField>>;
};

/** Has a row for each kind. Its calls, pages, sitemap entries, search and content folders derive from the row. */
const kindTable = {
  news: {
    card: "text",
    fields: {
      source: { scope: "words", format: "line", isOptional: true },
      author: { scope: "words", format: "line", isOptional: true },
    },
  },
  prescription: {
    card: "picture",
    isMedicine: true,
    isAlphabetical: true,
    fields: {
      pinyin: { scope: "facts", format: "name", lang: "zh-Latn-pinyin" },
      latin: { scope: "facts", format: "name", lang: "la" },
      source: { scope: "words", format: "line" },
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
    isAlphabetical: true,
    fields: {
      origin: { scope: "words", format: "line", isOptional: true, isShownOnCards: true },
      part: { scope: "words", format: "line", isOptional: true, isShownOnCards: true },
      species: { scope: "facts", format: "line", lang: "la", isOptional: true },
      packaging: { scope: "words", format: "line", isOnSheet: true },
      moq: { scope: "words", format: "line", isOnSheet: true },
      sku: { scope: "facts", format: "line", isOnSheet: true },
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

/** Any kind of content. `page` and `batch` have no categories and no list page. */
export type ContentKind = Kind | "page" | "batch";

export const contentKinds: readonly ContentKind[] = [...kinds, "page", "batch"];

export function getKindRow(kind: Kind): KindRow {
  return kindTable[kind];
}

/** Returns the kinds in use. Without `kindsInUse` in the settings, all are. */
export function getKindsInUse(settings: { kindsInUse?: readonly Kind[] } | null | undefined): readonly Kind[] {
  const kindsInUse = settings?.kindsInUse;
  return kindsInUse ? kinds.filter((kind) => kindsInUse.includes(kind)) : kinds;
}

/** The first is the default. */
export const sorts = ["newest", "title"] as const;

export type Sort = (typeof sorts)[number];

export const maxKeywordLength = 100;

/** Roles of an ingredient, most important first. */
export const roles = ["monarch", "minister", "assistant", "courier"] as const;

export type Role = (typeof roles)[number];

/** Sorts the herbs by role, then by dose. */
export function sortByRole<Herb extends { role: Role; dose: number }>(herbs: readonly Herb[]): Herb[] {
  return [...herbs].sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || b.dose - a.dose);
}

export function isKind(value: unknown): value is Kind {
  return kinds.includes(value as Kind);
}

export function isContentKind(value: unknown): value is ContentKind {
  return contentKinds.includes(value as ContentKind);
}
