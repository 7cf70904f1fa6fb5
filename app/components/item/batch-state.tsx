import type { ReactNode } from "react";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import "./batch-state.css";

/** Renders a batch's state: a distinct mark, then words. */
export function BatchStateMark({ state, children }: { state: BatchState; children: ReactNode }) {
  return <span data-state={state}>{children}</span>;
}
