/** The kinds of content. Each has a `list` and an `info` call, a list page and an info page. */
export const kinds = ["news", "prescription", "product", "case", "service"] as const;

export type Kind = (typeof kinds)[number];

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
  return (kinds as readonly unknown[]).includes(value);
}
