/**
 * What a field of a kind holds: a line beside the picture; what a formula is made of, a paragraph, or a caution, above the
 * text; a table of labels and values, or steps in their order, below it. By it a field is checked in the content, read from
 * an answer, and drawn on the item's page.
 */
export type FieldForm = "line" | "paragraph" | "caution" | "table" | "steps" | "composition";

type KindField = {
  /** `facts` are equal in every language. */
  of: "facts" | "words";
  is: FieldForm;
  /** What people who build a backend should know of it. */
  about?: string;
  /** The language (BCP 47) of facts that are in one whatever the page's is. */
  lang?: string;
  /** Sent with lists, as cards show it: a line as small print, a composition as a strip. */
  isOnCards?: true;
};

type KindRow = {
  /** How lists show its items: as lines of text with their dates, or with their pictures. */
  card: "text" | "picture";
  /** Whether its pages say that they don't replace a practitioner. */
  isMedicine?: true;
  /** Fields that no other kind has, in the order in which a page shows them. */
  fields: Readonly<Record<string, KindField>>;
};

/**
 * The kinds of content. Each has a `list` and an `info` call, a list page and an info page, a place in the footer, the
 * sitemap and the search, and a folder of content: all of it follows from its row.
 */
const kindTable = {
  news: {
    card: "text",
    fields: {
      source: { of: "words", is: "line", about: "Where the article is from." },
      author: { of: "words", is: "line" },
    },
  },
  prescription: {
    card: "picture",
    isMedicine: true,
    fields: {
      pinyin: { of: "facts", is: "line", lang: "zh-Latn-pinyin", isOnCards: true },
      latin: { of: "facts", is: "line", lang: "la" },
      source: { of: "words", is: "line", about: "The classic that the formula is from." },
      ingredients: { of: "facts", is: "composition", isOnCards: true },
      actions: { of: "words", is: "paragraph" },
      indications: { of: "words", is: "paragraph" },
      preparation: { of: "words", is: "paragraph" },
      cautions: { of: "words", is: "caution" },
    },
  },
  product: {
    card: "picture",
    isMedicine: true,
    fields: {
      sku: { of: "facts", is: "line", about: "The item number.", isOnCards: true },
      packaging: { of: "words", is: "line" },
      moq: { of: "words", is: "line", about: "The least that can be ordered, in words." },
      specs: { of: "words", is: "table" },
    },
  },
  case: {
    card: "picture",
    fields: {
      client: { of: "words", is: "line" },
      location: { of: "words", is: "line", isOnCards: true },
    },
  },
  service: { card: "picture", fields: { steps: { of: "words", is: "steps" } } },
} as const satisfies Record<string, KindRow>;

export type Kind = keyof typeof kindTable;

/** The fields of a kind, as its row has them. */
export type KindFields<K extends Kind> = (typeof kindTable)[K]["fields"];

export const kinds = Object.keys(kindTable) as Kind[];

/** The row of a kind, for code that treats all kinds alike. */
export function kindRow(kind: Kind): KindRow {
  return kindTable[kind];
}

/** What a list can be ordered by; the first is the default. */
export const sorts = ["newest", "title"] as const;

export type Sort = (typeof sorts)[number];

/** Most characters of a keyword that is searched for. */
export const keywordLimit = 100;

/** What an ingredient does in a formula, from the ruler down. */
export const roles = ["monarch", "minister", "assistant", "courier"] as const;

export type Role = (typeof roles)[number];

/** Whether a string from outside names a kind. */
export function isKind(value: unknown): value is Kind {
  return typeof value === "string" && Object.hasOwn(kindTable, value);
}
