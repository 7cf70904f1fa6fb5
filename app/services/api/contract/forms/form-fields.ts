/** A text field. `fields` of `forms.json` has its label, `hints` perhaps a hint. */
export type FormField = {
  /**
   * Maximum user-perceived characters: 🌿 is one. A `maxlength` would silently truncate pasted text and count 🌿 as
   * two.
   */
  maxLength: number;
  isRequired?: true;
  /** Rows of the text area, if the text is multi-line. */
  rows?: number;
  autoComplete?: string;
  inputMode?: "email" | "numeric" | "tel" | "url";
};

export const loginFields = {
  account: { maxLength: 200, isRequired: true },
  code: { maxLength: 20, isRequired: true },
} as const satisfies Record<string, FormField>;
