import { forms, type FormName } from "../../services/api/contract/form-fields.ts";

const getStorageKey = (form: FormName) => `draft.${form}`;

/**
 * Saves the values of a form in the session storage, and restores them when the page is loaded again, for example
 * after a change of language or a new build.
 * @returns function that stops it
 */
export function startSavingDraft(element: HTMLFormElement, form: FormName): () => void {
  const listControls = () =>
    forms[form].fields.flatMap((name) => {
      const control = element.elements.namedItem(name);
      return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : [];
    });
  const draft = readDraft(form);
  for (const control of listControls()) {
    const savedValue = draft[control.name];
    if (typeof savedValue === "string" && control.value === "") control.value = savedValue;
  }
  const save = () => {
    const values = Object.fromEntries(listControls().map(({ name, value }) => [name, value]));
    try {
      sessionStorage.setItem(getStorageKey(form), JSON.stringify(values));
    } catch {
      // Without storage drafts aren't saved.
    }
  };
  element.addEventListener("input", save);
  return () => element.removeEventListener("input", save);
}

/** Deletes a draft after its form was received. */
export function deleteDraft(form: FormName): void {
  try {
    sessionStorage.removeItem(getStorageKey(form));
  } catch {
    // Without storage there is no draft.
  }
}

function readDraft(form: FormName): Record<string, unknown> {
  try {
    return (JSON.parse(sessionStorage.getItem(getStorageKey(form)) ?? "{}") as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
