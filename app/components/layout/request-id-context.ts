import { createContext } from "react";

/** The id of the request that this document answers, for error pages that no route made. */
export const RequestIdContext = createContext<string | undefined>(undefined);

/** The id as the server wrote it into an error page; `undefined` on any other. */
export function requestIdInPage(): string | undefined {
  return document.querySelector<HTMLElement>("[data-request-id]")?.textContent ?? undefined;
}
