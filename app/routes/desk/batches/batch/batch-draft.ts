import {
  deleteDraft,
  listControls,
  readDraft,
  startSavingDrafts,
  type DraftName,
} from "#app/components/forms/draft.ts";
import { toBatchId } from "#app/services/api/contract/batches/batch-number.ts";

/**
 * Script of the batch form, which works without it: the browser keeps what was entered until it is saved, and the form
 * is sent only while the site can be reached.
 */
const form = document.querySelector<HTMLFormElement>("form[data-draft]");

/** Deletes the draft that was just saved. A new batch becomes the batch with its number. */
function deleteSavedDraft(name: DraftName): void {
  if (!document.querySelector(".notice[role=status]")) return;
  deleteDraft(name);
  // A reload isn't another save.
  history.replaceState(null, "", location.pathname);
  const [number = ""] = readDraft("batch new")["number"] ?? [];
  if (name === `batch ${toBatchId(number)}`) deleteDraft("batch new");
}

/** Keeps the selected product, because drafts have only typed values. */
function keepProduct(name: DraftName): void {
  const select = form!.querySelector("select");
  if (!select) return;
  const key = `product.${name}`;
  select.value ||= readDraft(name)["number"] ? (sessionStorage.getItem(key) ?? "") : "";
  select.addEventListener("change", () => sessionStorage.setItem(key, select.value));
}

/** Restores what was entered, unless the server has sent another value since. */
function restore(controls: ReturnType<typeof listControls>, name: DraftName): void {
  const draft = readDraft(name);
  for (const control of controls) {
    const [value, defaultValue] = draft[control.id] ?? [];
    if (value !== undefined && defaultValue === control.defaultValue) control.value = value;
  }
}

async function sendIfReachable(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const { submitter } = event;
  const isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  const message = document.querySelector("#unreachable")!;
  message.toggleAttribute("hidden", isReachable);
  if (!isReachable) return message.scrollIntoView({ block: "center" });
  form!.removeEventListener("submit", sendIfReachable);
  form!.requestSubmit(submitter);
}

if (form) {
  const name = form.dataset["draft"] as DraftName;
  deleteSavedDraft(name);
  startSavingDrafts();
  restore(listControls(form), name);
  form.addEventListener("submit", sendIfReachable);
  keepProduct(name);
}
