import { forms, type FormName } from "../../contract/limits.ts";

const keyOf = (form: FormName) => `draft.${form}`;

/**
 * Keeps what is written in a form for as long as the tab lives, and puts it back where the page is loaded anew: after a
 * change of language, a new build, a way back.
 * @returns ends it
 */
export function keepDraft(element: HTMLFormElement, form: FormName): () => void {
  const controls = () =>
    forms[form].fields.flatMap((name) => {
      const control = element.elements.namedItem(name);
      return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : [];
    });
  const draft = read(form);
  for (const control of controls()) {
    const kept = draft[control.name];
    if (typeof kept === "string" && control.value === "") control.value = kept;
  }
  const keep = () => {
    const written = Object.fromEntries(controls().map(({ name, value }) => [name, value]));
    try {
      sessionStorage.setItem(keyOf(form), JSON.stringify(written));
    } catch {
      // A browser that keeps nothing has a form like any other.
    }
  };
  element.addEventListener("input", keep);
  return () => element.removeEventListener("input", keep);
}

/** What was written has been received. */
export function forgetDraft(form: FormName): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // There is nothing to forget.
  }
}

function read(form: FormName): Record<string, unknown> {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(form)) ?? "{}") as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
