import { listControls, readDraft, storeDraft, type DraftName } from "./draft.ts";

/**
 * Restores the saved values of a form when the page is loaded again, for example after a change of language or a new
 * build. A control that the server has filled in is restored only if it was filled in the same way before, so that an
 * older draft doesn't replace a newer inquiry list. In a message, what the server writes now replaces what it wrote before.
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
