import { showToast } from "./toaster.tsx";

/** Copies a text to the clipboard, then shows `message` to the visitor. */
export async function copyText(text: string, message: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast("success", message);
}
