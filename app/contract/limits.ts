/** Most characters of what a visitor writes, counted as people count: 🌿 is one. */
export const limits = {
  ...{ name: 60, contact: 254, subject: 120, content: 5000, company: 120, message: 5000, account: 200, code: 20 },
  /** Most of one item, and most different items on an inquiry list. */
  ...{ quantity: 999_999, items: 200 },
} as const;

/** Milliseconds that a person needs to fill in a form, at the least. */
export const leastFillTime = 800;

/** Characters of a text as people count them, and not as a computer stores them. */
export function countCharacters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
