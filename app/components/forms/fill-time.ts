import { minFillTimeMs } from "#app/services/api/contract/forms/forms.ts";

/**
 * Adds the elapsed time to the submitted form, and delays sending until the minimum time, below which the server
 * assumes spam. Buttons with another value than `sendValue` only change the form, so they aren't delayed.
 * @returns function that stops measuring
 */
export function measureFillTime(form: HTMLFormElement, sendValue = ""): () => void {
  const openedAt = performance.now();
  let delayedSubmit: ReturnType<typeof setTimeout> | undefined;
  const getElapsedTime = () => performance.now() - openedAt;
  const addElapsed = (event: FormDataEvent) => event.formData.set("elapsed", String(Math.round(getElapsedTime())));
  const delaySubmit = (event: SubmitEvent) => {
    const remainingMs = minFillTimeMs - getElapsedTime();
    const button = event.submitter as HTMLButtonElement | null;
    if (remainingMs <= 0 || button?.value !== sendValue) return;
    event.preventDefault();
    event.stopPropagation();
    // Adds 5 ms, because timers may fire slightly early.
    delayedSubmit ??= setTimeout(() => button.click(), remainingMs + 5);
  };
  form.addEventListener("formdata", addElapsed);
  form.addEventListener("submit", delaySubmit);
  return () => {
    clearTimeout(delayedSubmit);
    form.removeEventListener("formdata", addElapsed);
    form.removeEventListener("submit", delaySubmit);
  };
}
