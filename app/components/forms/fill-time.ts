import { minFillTimeMs } from "#app/services/api/contract/forms/forms.ts";

/**
 * Sends the elapsed time, and delays a submit until the minimum, below which the server assumes spam.
 * @returns function that stops it
 */
export function measureFillTime(form: HTMLFormElement): () => void {
  const openedAt = performance.now();
  let delayedSubmit: ReturnType<typeof setTimeout> | undefined;
  const getElapsedTime = () => performance.now() - openedAt;
  const addElapsed = (event: FormDataEvent) => event.formData.set("elapsed", String(Math.round(getElapsedTime())));
  const delaySubmit = (event: SubmitEvent) => {
    const remainingMs = minFillTimeMs - getElapsedTime();
    if (remainingMs <= 0) return;
    event.preventDefault();
    event.stopPropagation();
    // Safari before 16 lacks `requestSubmit`; Chrome before 104 refuses `null`.
    const submit = () =>
      form.requestSubmit ? form.requestSubmit(event.submitter ?? undefined) : event.submitter?.click();
    // Timers may fire slightly early.
    delayedSubmit ??= setTimeout(submit, remainingMs + 5);
  };
  form.addEventListener("formdata", addElapsed);
  form.addEventListener("submit", delaySubmit);
  return () => {
    clearTimeout(delayedSubmit);
    form.removeEventListener("formdata", addElapsed);
    form.removeEventListener("submit", delaySubmit);
  };
}
