import { readInquiryCount } from "../layout/inquiry-link.tsx";

const storageKey = "inquiry";

/** Saves the ids of the inquiry list, for the buttons of its products. Cached pages can't contain them. */
export function saveListedItems(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids));
  } catch {
    // Without storage the buttons stay as they are.
  }
}

/** Reads the saved ids. None are on a list that was sent or has expired. */
export function readListedItems(): string[] {
  try {
    if (readInquiryCount(document.cookie) === 0) return [];
    return JSON.parse(localStorage.getItem(storageKey) ?? "[]") as string[];
  } catch {
    return [];
  }
}
