import type { FormName } from "#app/services/api/contract/forms/forms.ts";

type Draft = Record<string, [value: string, defaultValue: string] | undefined>;

/** The order sheet is no form of the table. */
type DraftName = FormName | "sheet";

const getStorageKey = (form: DraftName) => `inputs.${form}`;

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

/** Saves what was typed before the scripts were there: React puts back the text that the server has filled in. */
export function saveTypedBeforeStart(): void {
  for (const element of document.querySelectorAll<HTMLFormElement>("form[data-draft]")) {
    const form = element.dataset["draft"] as DraftName;
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

function storeDraft(form: DraftName, controls: readonly Control[], others: Draft = {}): void {
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

/** Lists the rows of the order sheet that are filled in and aren't among those shown. */
export function readOtherRows(shownRows: readonly { id: string }[]) {
  const draft = readDraft("sheet");
  const shown = new Set(shownRows.map(({ id }) => id));
  const ids = new Set(Object.keys(draft).map((key) => /^(?:sheet|sample)-(.+)/.exec(key)?.[1]));
  const read = (key: string) => draft[key]?.[0] ?? "";
  return [...ids].flatMap((id) => {
    if (id === undefined || shown.has(id)) return [];
    const row = { id, quantity: read(`sheet-${id}`), isSample: read(`sample-${id}`) !== "" };
    return row.quantity || row.isSample ? [row] : [];
  });
}

/** Returns the saved value of each control, and the value that the server had filled in. */
function readDraft(form: DraftName): Draft {
  try {
    return JSON.parse(sessionStorage.getItem(getStorageKey(form)) ?? "{}") as Draft;
  } catch {
    return {};
  }
}
