/** A text field of a form. `forms.json` has its label in `fields`, and its hint, if any, in `hints`. */
export type FormField = {
  /**
   * Maximum number of user-perceived characters (🌿 is one). The page sets no `maxlength`, because browsers would
   * silently truncate pasted text, and count 🌿 as two.
   */
  maxLength: number;
  /** Characters that the site may add behind what the visitor types. */
  addedLength?: number;
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
