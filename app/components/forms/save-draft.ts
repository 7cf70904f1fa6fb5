import { listControls, readDraft, storeDraft, type DraftName } from "./draft.ts";

/**
 * Saves the values of a form by the ids of its controls in the session storage, and restores them when the page is loaded
 * again, for example after a change of language or a new build. A control that the server has filled in is restored only
 * if it was filled in the same way before, so that an older draft doesn't replace a newer inquiry list. In a message, what the
 * server writes now replaces what it wrote before.
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
