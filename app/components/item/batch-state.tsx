import type { ReactNode } from "react";
import type { BatchState as State } from "#app/services/api/contract/batch-state.ts";
import "./batch-state.css";

/** The state of a batch, wherever it is said: a mark of its own shape before the words. */
export function BatchState({ state, children }: { state: State; children: ReactNode }) {
  return <span data-state={state}>{children}</span>;
}
