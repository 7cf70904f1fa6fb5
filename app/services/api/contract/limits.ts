/** Limits besides those of a form's text fields. */
export const limits = {
  /** Maximum quantity of an item, and maximum number of listed items. */
  quantity: 999_999,
  items: 200,
  itemId: 200,
  itemTitle: 1000,
  sku: 200,
  unit: 60,
  batchNumber: 60,
  /** Maximum number of batches per look-up. */
  noteNumbers: 50,
  /** Maximum length of a delivery note, and maximum number of possible batch numbers in it. */
  note: 10_000,
  noteCandidates: 400,
} as const;
