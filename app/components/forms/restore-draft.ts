import { listControls, readDraft, storeDraft, type DraftName } from "./draft.ts";

/**
 * Restores a form's saved values after a load, such as a change of language or build. A control keeps a server's value
 * that is newer than the draft, so that an old draft can't replace a newer inquiry list. In a message, the server's new
 * text replaces the server's former text, and the visitor's own text stays.
 */
export function restoreDraft(form: HTMLFormElement, name: DraftName): void {
  const draft = readDraft(name);
  for (const control of listControls(form)) {
    const { value, defaultValue } = control;
    const [savedValue, savedDefault = ""] = draft[control.id] ?? [];
    if (savedValue === undefined) continue;
    if (control.type === "checkbox") (control as HTMLInputElement).checked = savedValue !== "";
    else if (control.type === "textarea") control.value = mergeTexts(savedValue, savedDefault, value);
    else if (value === defaultValue && ["", savedDefault].includes(value)) control.value = savedValue;
  }
  storeDraft(name, listControls(form));
}

function mergeTexts(savedValue: string, savedDefault: string, text: string): string {
  if (text === savedDefault || (text && savedValue.includes(text))) return savedValue;
  return savedDefault && savedValue.includes(savedDefault)
    ? savedValue.replace(savedDefault, () => text)
    : `${savedValue}\n${text}`.trim();
}
