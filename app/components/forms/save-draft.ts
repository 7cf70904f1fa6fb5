import { listControls, readDraft, storeDraft, type DraftName } from "./draft.ts";

/**
 * Saves a form's values in the session storage by control id, and restores them on reload, such as after a change of
 * language or build.
 * A control that the server filled in is restored only if the server's value is unchanged: an older draft can't replace
 * a newer inquiry list. In a message, the server's new text replaces its old one.
 * @returns function that stops it
 */
export function startSavingDraft(element: HTMLFormElement, form: DraftName): () => void {
  const draft = readDraft(form);
  for (const control of listControls(element)) {
    const { value, defaultValue } = control;
    const [saved, savedDefault = ""] = draft[control.id] ?? [];
    if (saved === undefined) continue;
    if (control.type === "checkbox") (control as HTMLInputElement).checked = saved !== "";
    else if (control.type === "textarea") control.value = mergeTexts(saved, savedDefault, value);
    else if (value === defaultValue && ["", savedDefault].includes(value)) control.value = saved;
  }
  const save = () => storeDraft(form, listControls(element));
  save();
  element.addEventListener("input", save);
  return () => element.removeEventListener("input", save);
}

function mergeTexts(saved: string, savedDefault: string, text: string): string {
  if (text === savedDefault || (text && saved.includes(text))) return saved;
  return savedDefault && saved.includes(savedDefault)
    ? saved.replace(savedDefault, () => text)
    : `${saved}\n${text}`.trim();
}
