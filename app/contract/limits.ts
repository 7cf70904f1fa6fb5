/** Most characters of what a visitor writes, counted as people count: 🌿 is one. */
export const limits = { name: 60, contact: 254, subject: 120, content: 5000 } as const;

/** Characters of a text as people count them, and not as a computer stores them. */
export function countCharacters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
