import { readInquiryCount } from "../layout/inquiry-link.tsx";

const storageKey = "inquiry";

/** Saves the inquiry list's ids for the "Add to inquiry" buttons, because cached pages can't contain them. */
export function saveListedItems(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    // Without storage the buttons stay as they are.
  }
}

/** Returns the saved ids, or none after the list was sent or has expired. */
export function readListedItems(): string[] {
  try {
    if (readInquiryCount(document.cookie) === 0) return [];
    return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as string[];
  } catch {
    return [];
  }
}
