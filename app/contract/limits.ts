/** Most characters of what a visitor writes, counted as people count: 🌿 is one. */
export const limits = {
  ...{ name: 60, contact: 254, subject: 120, content: 5000, company: 120, message: 5000, account: 200, code: 20 },
  /** Most of one item, and most different items on an inquiry list. */
  ...{ quantity: 999_999, items: 200 },
  /** Of an item of an inquiry list: characters of its id, title, item number and unit. */
  ...{ itemId: 200, itemTitle: 1000, sku: 200, unit: 60 },
} as const;

/**
 * The forms: their fields in order, and which of them can't be left out. The rules of the server (`submissions.ts`) and
 * the constraints in the page derive from this. No `maxlength`: it cuts what is pasted without a word, and counts 🌿 as two.
 */
export const forms = {
  guestbook: { fields: ["name", "contact", "subject", "content"], required: ["name", "contact", "content"] },
  quotation: { fields: ["name", "company", "contact", "message"], required: ["name", "contact"] },
  login: { fields: ["account", "code"], required: ["account", "code"] },
} as const;

export type FormName = keyof typeof forms;

/** Names of a form's fields. */
export type FormField<Form extends FormName = FormName> = (typeof forms)[Form]["fields"][number];

/** Whether a form's field can't be left out. */
export function isRequired(form: FormName, field: FormField): boolean {
  return (forms[form].required as readonly FormField[]).includes(field);
}

/** Milliseconds that a person needs to fill in a form, at the least. */
export const leastFillTime = 800;

/** Characters of a text as people count them, and not as a computer stores them. */
export function countCharacters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
