import type { Messages } from "#app/i18n/messages.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import type { FormField } from "./form-fields.ts";

/** Names that no field may have, because inbox, contract or page use them for something else. */
type ReservedNames =
  | ("reference" | "kind" | "state" | "time" | "items" | "locale" | "delivery" | "notes" | "doneAt")
  | ("website" | "key" | "elapsed" | "intent" | "item" | "quantity" | "listed" | "form" | "sample")
  | ("remove" | "stay" | "redirect");

export type FormRow = {
  /** Path of the form's page. The path of its confirmation begins with it. */
  page: `/${string}`;
  /** Title of the page, in `pages` of `common.json`. */
  title: string;
  /** Path of the call, for example `guestbook.create`, that receives the form's fields as JSON. */
  endpoint: `/${string}`;
  /** Whether the inquiry list is sent with the form. */
  hasItems?: true;
  /**
   * Fields in the order of page and mails. The owner replies to `contact`, and erases a person's data by it. The topic
   * is the first filled field after `contact`.
   */
  fields: Record<string, FormField> &
    Record<"name" | "contact", FormField> & { [Name in ReservedNames]?: "a reserved name" };
};

const name = { maxLength: 60, isRequired: true, autoComplete: "name" } as const;
const contact = { maxLength: 254, isRequired: true, autoComplete: "email", inputMode: "email" } as const;

/**
 * Forms with stored submissions. Schema, page, call, errors, inbox, mail, CSV, OpenAPI, confirmation and erasure derive
 * from a row; `docs/recipes/a-form.md` lists the rest.
 */
export const forms = {
  guestbook: {
    page: "/contact-us",
    title: "contact",
    endpoint: "/guestbook",
    fields: { name, contact, subject: { maxLength: 120 }, content: { maxLength: 5000, isRequired: true, rows: 7 } },
  },
  quotation: {
    page: "/quotation",
    title: "quotation",
    endpoint: "/quotation",
    hasItems: true,
    fields: {
      name,
      company: { maxLength: 120, autoComplete: "organization" },
      contact,
      // Processed forms, and a pasted list with its heading, are sent behind the visitor's text.
      message: { maxLength: 5000, addedLength: limits.pastedText + 1100, rows: 6 },
    },
  },
} as const satisfies Record<string, FormRow>;

export type FormName = keyof typeof forms;

export const formNames = Object.keys(forms) as FormName[];

type AnyField = { [Form in FormName]: keyof (typeof forms)[Form]["fields"] }[FormName];

type LabelledField = keyof Messages["forms"]["fields"] & keyof Messages["owner"]["fields"];

/** Makes the compiler report a type that isn't `never`. */
type AssertNever<_Type extends never> = never;

/** Name of a field in any form. */
export type FieldName =
  | (AnyField & LabelledField)
  | AssertNever<`${Exclude<AnyField, LabelledField>} has no label in forms.json or owner.json of app/i18n/messages`>;

/** Creates an entry for the call of each form. */
export function mapFormCalls<Value>(create: (form: FormName) => Value): Record<`${FormName}.create`, Value> {
  const entries = formNames.map((form) => [`${form}.create`, create(form)]);
  return Object.fromEntries(entries) as Record<`${FormName}.create`, Value>;
}

export const getConfirmationPath = (form: FormName) => `${forms[form].page}/received` as const;

export const listFields = (form: FormName) => Object.entries(forms[form].fields) as [FieldName, FormField][];

/** Minimum milliseconds in which a person fills in a form; faster senders are taken for spam bots. */
export const minFillTimeMs = 800;
