import { leastFillTime } from "../../contract/limits.ts";

/**
 * Says with a form how many milliseconds it took to fill in, as `elapsed`. What comes sooner than a person could write is
 * held back for the rest of that time: the server takes it for a program's.
 * @returns ends it
 */
export function timeFilling(form: HTMLFormElement): () => void {
  const opened = performance.now();
  let held: ReturnType<typeof setTimeout> | undefined;
  const elapsed = () => performance.now() - opened;
  const say = (event: FormDataEvent) => event.formData.set("elapsed", String(Math.round(elapsed())));
  const hold = (event: SubmitEvent) => {
    const left = leastFillTime - elapsed();
    if (left <= 0) return;
    event.preventDefault();
    event.stopPropagation();
    // A timer may be a little early.
    held ??= setTimeout(() => form.requestSubmit(event.submitter), left + 5);
  };
  form.addEventListener("formdata", say);
  form.addEventListener("submit", hold);
  return () => {
    clearTimeout(held);
    form.removeEventListener("formdata", say);
    form.removeEventListener("submit", hold);
  };
}
