import { readInquiryCount } from "#app/components/layout/inquiry-link.tsx";
import { readStored, store } from "#app/components/ui/browser-storage.ts";

const storageKey = "inquiry";

/** Saves the inquiry list's ids for the "Add to inquiry" buttons, because cached pages can't contain them. */
export function saveListedItems(ids: readonly string[]): void {
  store("localStorage", storageKey, ids);
}

/** Returns the saved ids, or none after the list was sent or has expired. */
export function readListedItems(): string[] {
  const ids = readStored<string[]>("localStorage", storageKey) ?? [];
  return readInquiryCount(document.cookie) > 0 ? ids : [];
}
