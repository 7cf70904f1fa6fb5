import type { FormName } from "../../services/api/contract/forms/forms.ts";

type Draft = Record<string, [value: string, defaultValue: string] | undefined>;

const getStorageKey = (form: FormName) => `inputs.${form}`;

/**
 * Saves the values of a form by the ids of its controls in the session storage, and restores them when the page is loaded
 * again, for example after a change of language or a new build. A control that the server has filled in is restored only
 * if it was filled in the same way before, so that an older draft doesn't replace a newer inquiry list; a message keeps both texts.
 * @returns function that stops it
 */
export function startSavingDraft(element: HTMLFormElement, form: FormName): () => void {
  const draft = readDraft(form);
  for (const control of listControls(element)) {
    const [savedValue, savedDefault] = draft[control.id] ?? [];
    const isUnchanged = control.value === control.defaultValue && ["", savedDefault].includes(control.defaultValue);
    if (savedValue !== undefined && isUnchanged) control.value = savedValue;
    else if (savedValue && control instanceof HTMLTextAreaElement && !savedValue.includes(control.value))
      control.value = `${savedValue}\n${control.value}`;
  }
  const save = () => storeDraft(form, listControls(element));
  save();
  element.addEventListener("input", save);
  return () => element.removeEventListener("input", save);
}

/** Saves what was typed before the scripts were there: React puts back the text that the server has filled in. */
export function saveTypedBeforeStart(): void {
  for (const element of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
    const form = element.dataset["draft"] as FormName;
    const typed = listControls(element).filter(({ value, defaultValue }) => value !== defaultValue);
    if (typed.length > 0) storeDraft(form, typed, readDraft(form));
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement;

const listControls = (element: HTMLFormElement): Control[] =>
  [...element.elements].filter(
    (control): control is Control =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      !["", "website"].includes(control.id),
  );

function storeDraft(form: FormName, controls: readonly Control[], others: Draft = {}): void {
  const values = Object.fromEntries(controls.map(({ id, value, defaultValue }) => [id, [value, defaultValue]]));
  try {
    sessionStorage.setItem(getStorageKey(form), JSON.stringify({ ...others, ...values }));
  } catch {
    // Without storage drafts aren't saved.
  }
}

export function deleteDraft(form: FormName): void {
  try {
    sessionStorage.removeItem(getStorageKey(form));
  } catch {
    // Without storage there is no draft.
  }
}

/** Returns the saved value of each control, and the value that the server had filled in. */
function readDraft(form: FormName): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(getStorageKey(form)) ?? "{}") as Draft;
  } catch {
    return {};
  }
}
