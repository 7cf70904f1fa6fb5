import { listControls, readDraft, storeDraft, type DraftName } from "./draft.ts";

/**
 * Restores a form's saved values after a load, such as a change of language or build. A control keeps a server's value
 * that is newer than the draft, so that an old draft can't replace a newer inquiry list. In a message, the server's new
 * text replaces the server's former text, and the visitor's own text stays.
 */
export function restoreDraft(element: HTMLFormElement, form: DraftName): void {
  const draft = readDraft(form);
  for (const control of listControls(element)) {
    const { value, defaultValue } = control;
    const [saved, savedDefault = ""] = draft[control.id] ?? [];
    if (saved === undefined) continue;
    if (control.type === "checkbox") (control as HTMLInputElement).checked = saved !== "";
    else if (control.type === "textarea") control.value = mergeTexts(saved, savedDefault, value);
    else if (value === defaultValue && ["", savedDefault].includes(value)) control.value = saved;
  }
  storeDraft(form, listControls(element));
}

function mergeTexts(saved: string, savedDefault: string, text: string): string {
  if (text === savedDefault || (text && saved.includes(text))) return saved;
  return savedDefault && saved.includes(savedDefault)
    ? saved.replace(savedDefault, () => text)
    : `${saved}\n${text}`.trim();
}
