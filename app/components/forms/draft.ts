import type { FormName } from "#app/services/api/contract/forms/forms.ts";

type Draft = Record<string, [value: string, defaultValue: string] | undefined>;

/** Besides the forms of the table, the order sheet has a draft. */
export type DraftName = FormName | "sheet";

const getStorageKey = (form: DraftName) => `inputs.${form}`;

/** Saves text typed before hydration, which React resets to the server's values. */
export function saveTypedBeforeStart(): void {
  for (const element of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
    const form = element.dataset["draft"] as DraftName;
    const typed = listControls(element).filter(({ value, defaultValue }) => value !== defaultValue);
    if (typed.length > 0) storeDraft(form, typed, readDraft(form));
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement;

export const listControls = (element: HTMLFormElement): Control[] =>
  [...element.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      !["", "website"].includes(control.id),
  );

export function storeDraft(form: DraftName, controls: readonly Control[], others: Draft = {}): void {
  const values = Object.fromEntries(
    controls.map((control) => {
      const isOff = control.type === "checkbox" && !(control as HTMLInputElement).checked;
      return [control.id, [isOff ? "" : control.value, control.defaultValue]];
    }),
  );
  try {
    sessionStorage.setItem(getStorageKey(form), JSON.stringify({ ...others, ...values }));
  } catch {
    // Without storage drafts aren't saved.
  }
}

export function deleteDraft(form: DraftName): void {
  try {
    sessionStorage.removeItem(getStorageKey(form));
  } catch {
    // Without storage there is no draft.
  }
}

/** Returns each control's saved value and the server's initial one. */
export function readDraft(form: DraftName): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(getStorageKey(form)) ?? "{}") as Draft;
  } catch {
    return {};
  }
}
