/** Limits besides those of a form's text fields. */
export const limits = {
  /** Maximum quantity of an item, and maximum number of listed items. */
  quantity: 999_999,
  items: 200,
  /** Maximum characters (code points) of a pasted list, which is sent behind the visitor's message. */
  pastedText: 20_000,
  itemId: 200,
  itemTitle: 1000,
  sku: 200,
  unit: 60,
  /** Maximum number of products' names in a call, and maximum length of each. */
  names: 20,
  productName: 40,
  batchNumber: 60,
  /** Maximum number of batches per look-up. */
  noteNumbers: 50,
  /** Maximum length of a delivery note. */
  note: 10_000,
} as const;
