import { createContext } from "react";

/** Request id of the document, for error pages without route data. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** Reads the request id from an error page; `undefined` on other pages. */
export function readRequestIdInPage(): string | undefined {
  return document.querySelector<HTMLElement>("[data-request-id]")?.textContent ?? undefined;
}
