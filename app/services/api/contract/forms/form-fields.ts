/** A text that a visitor types. `fields` of `forms.json` has its label, and `hints` may have a hint. */
export type FormField = {
  /** In characters as people count them: 🌿 is one. The page has no `maxlength`: it silently cuts pasted text, and counts 🌿 as two. */
  maxLength: number;
  isRequired?: true;
  /** Rows of the text area, if the text may have several lines. */
  rows?: number;
  autoComplete?: string;
  inputMode?: "email" | "numeric" | "tel" | "url";
};

export const loginFields = {
  account: { maxLength: 200, isRequired: true },
  code: { maxLength: 20, isRequired: true },
} as const satisfies Record<string, FormField>;
