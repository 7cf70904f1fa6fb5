import { showToast } from "./toaster.tsx";

/** Copies a text to the clipboard. `done` is the message for the visitor. */
export async function copyText(text: string, message: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast("success", message);
}
