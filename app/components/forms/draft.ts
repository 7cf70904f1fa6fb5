import { readStored, store } from "#app/components/ui/browser-storage.ts";
import type { FormName } from "#app/services/api/contract/forms/forms.ts";

type Draft = Record<string, [value: string, defaultValue: string] | undefined>;

/** The order sheet isn't in the table of forms, but has a draft. */
export type DraftName = FormName | "sheet";

const getStorageKey = (name: DraftName) => `inputs.${name}`;

/**
 * Saves forms' values in the session storage by control id, including text typed before the scripts were loaded. Call
 * this before hydration, which resets controls to the server's values.
 */
export function startSavingDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-draft]"))
    saveControls(listControls(form).filter(({ value, defaultValue }) => value !== defaultValue));
  const save = ({ target }: Event) => {
    if (isDraftControl(target as Element)) saveControls([target as Control]);
  };
  // Listens in the capture phase, because React stops events while it hydrates.
  addEventListener("input", save, true);
}

type Control = HTMLInputElement | HTMLTextAreaElement;

const isDraftControl = (control: Element): control is Control =>
  (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
  !["", "website"].includes(control.id);

export const listControls = (form: HTMLFormElement): Control[] => [...form.elements].filter(isDraftControl);

function saveControls(controls: readonly Control[]): void {
  const name = controls[0]?.form?.dataset["draft"] as DraftName | undefined;
  if (name) storeDraft(name, controls, readDraft(name));
}

export function storeDraft(name: DraftName, controls: readonly Control[], savedDraft: Draft = {}): void {
  const values = Object.fromEntries(
    controls.map((control) => {
      const isUnchecked = control.type === "checkbox" && !(control as HTMLInputElement).checked;
      return [control.id, [isUnchecked ? "" : control.value, control.defaultValue]];
    }),
  );
  store("sessionStorage", getStorageKey(name), { ...savedDraft, ...values });
}

export function deleteDraft(name: DraftName): void {
  store("sessionStorage", getStorageKey(name), {});
}

/** Returns each control's saved value and default value. */
export function readDraft(name: DraftName): Draft {
  return readStored<Draft>("sessionStorage", getStorageKey(name)) ?? {};
}
