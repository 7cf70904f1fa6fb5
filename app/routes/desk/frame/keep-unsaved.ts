import { readStored, store } from "#app/components/ui/browser-storage.ts";
import { toBatchId } from "#app/services/api/contract/batches/batch-number.ts";

/**
 * Script of the desk's forms, which work without it: the browser keeps what was entered until it is saved, and offers
 * it to the same account in the same form. A form is sent only while the site can be reached.
 */
const offerTemplate = document.querySelector<HTMLTemplateElement>("template[data-unsaved]");

/** `time`: of the last change, in milliseconds. `isSent`: whether it was sent after that. */
type Draft = { time: number; entries: [name: string, value: string][]; isSent: boolean };

const readEntries = (form: HTMLFormElement) =>
  Array.from(new FormData(form), ([name, value]): [string, string] => [name, String(value).replaceAll("\r\n", "\n")]);

const getNumber = ({ entries }: Pick<Draft, "entries">) => toBatchId(new Map(entries).get("number") ?? "");

/** Whether a form shows a draft, perhaps among more controls. The server formats a batch's number. */
function isShown(draft: Draft, form: HTMLFormElement): boolean {
  const names = new Set(draft.entries.map(([name]) => name));
  const format = (entries: Draft["entries"]) =>
    JSON.stringify([getNumber({ entries }), entries.filter(([name]) => name !== "number" && name !== "version")]);
  return format(draft.entries) === format(readEntries(form).filter(([name]) => names.has(name)));
}

/** Includes the version of the edited file, so that a save doesn't overwrite a later edit. */
function fill(form: HTMLFormElement, { entries }: Draft): void {
  const values = Map.groupBy(entries, ([name]) => name);
  for (const control of form.elements as HTMLCollectionOf<HTMLInputElement>) {
    const { name, type } = control;
    if (type === "checkbox" || type === "radio")
      control.checked = entries.some(([entry, value]) => entry === name && value === control.value);
    // Several columns have one name, in their order.
    else control.value = values.get(name)?.shift()?.[1] ?? control.value;
  }
}

function keepUnsaved(offers: HTMLTemplateElement, form: HTMLFormElement): void {
  const { account = "", unsaved: name = "" } = offers.dataset;
  const getKey = (one: string) => `unsaved.${account} ${one}`;
  const read = (one: string) => readStored<Draft[]>("sessionStorage", getKey(one)) ?? [];
  const write = (one: string, drafts: readonly Draft[]) => store("sessionStorage", getKey(one), drafts);
  if (document.querySelector(".notice[role=status]")) {
    const isSaved = (draft: Draft) => draft.isSent && [name, ""].includes(getNumber(draft));
    for (const one of [name, "new"])
      write(
        one,
        read(one).filter((draft) => !isSaved(draft)),
      );
    // A reload isn't another save.
    history.replaceState(null, "", location.pathname);
  }
  let drafts = read(name);
  let own = drafts.find((draft) => isShown(draft, form));
  const replace = (old: Draft | undefined, ...added: Draft[]) => {
    drafts = [...drafts.filter((draft) => draft !== old), ...added];
    write(name, drafts);
  };
  const keep = (isSent: boolean) => {
    const draft = { time: Date.now(), entries: readEntries(form), isSent };
    replace(own, draft);
    own = draft;
  };
  const offer = (draft: Draft) => {
    const item = (offers.content.cloneNode(true) as DocumentFragment).firstElementChild!;
    const [restoreButton, dropButton] = item.querySelectorAll("button");
    const time = new Date(draft.time).toLocaleString(document.documentElement.lang, {
      ...({ month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit" } as const),
    });
    restoreButton!.textContent = [restoreButton!.textContent.replace("{time}", time), getNumber(draft)]
      .join(" ")
      .trim();
    restoreButton!.addEventListener("click", () => {
      fill(form, draft);
      own = draft;
      item.remove();
    });
    dropButton!.addEventListener("click", () => {
      replace(draft);
      item.remove();
    });
    offers.before(item);
  };
  for (const draft of drafts) if (draft !== own) offer(draft);
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", () => keep(true));
}

async function sendIfReachable(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const { submitter, target } = event;
  const isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
  const message = document.querySelector("#unreachable")!;
  message.toggleAttribute("hidden", isReachable);
  if (!isReachable) return message.scrollIntoView({ block: "center" });
  const form = target as HTMLFormElement;
  form.removeEventListener("submit", sendIfReachable);
  form.requestSubmit(submitter);
}

const unsavedForm = offerTemplate?.closest("form");
if (offerTemplate && unsavedForm) {
  keepUnsaved(offerTemplate, unsavedForm);
  unsavedForm.addEventListener("submit", sendIfReachable);
}
