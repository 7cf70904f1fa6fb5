/** Maximum lengths in characters as people count them: 🌿 is one. */
export const limits = {
  name: 60,
  contact: 254,
  subject: 120,
  content: 5000,
  company: 120,
  message: 5000,
  account: 200,
  code: 20,
  /** Maximum quantity of one item, and maximum number of items on an inquiry list. */
  quantity: 999_999,
  items: 200,
  itemId: 200,
  itemTitle: 1000,
  sku: 200,
  unit: 60,
  batchNumber: 60,
} as const;

/** In the order of the page, which has no `maxlength`: it silently cuts pasted text, and counts 🌿 as two. */
export const forms = {
  guestbook: { fields: ["name", "contact", "subject", "content"], required: ["name", "contact", "content"] },
  quotation: { fields: ["name", "company", "contact", "message"], required: ["name", "contact"] },
  login: { fields: ["account", "code"], required: ["account", "code"] },
} as const;

export type FormName = keyof typeof forms;

export type FormField<Form extends FormName = FormName> = (typeof forms)[Form]["fields"][number];

export function isRequired(form: FormName, field: FormField): boolean {
  return (forms[form].required as readonly FormField[]).includes(field);
}

/** Minimum time in which a person fills in a form. A faster submission is a robot's. */
export const minFillTimeMs = 800;

/** Counts characters as people do, not code units. */
export function countCharacters(text: string): number {
  return [...new Intl.Segmenter().segment(text)].length;
}
