import { showToast } from "./toaster.tsx";

/** Puts a text on the clipboard, and says so: `done` is what the visitor reads and hears. */
export async function copyText(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showToast("success", done);
}
