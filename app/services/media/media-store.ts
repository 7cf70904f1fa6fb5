import { getCounter } from "../runtime/metrics.ts";

/**
 * Storage for pictures: originals and resized versions, by name. All of them can be fetched or made again, so a store that fails
 * only makes pictures slower. No function rejects, and each takes a limited time.
 */
export type MediaStore = {
  /** Returns when a file was written (milliseconds since the epoch), and its age in milliseconds; `undefined` if it isn't stored. */
  find(name: string): Promise<{ time: number; age: number } | undefined>;
  /** Returns the bytes of a file; `undefined` if it isn't stored. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Stores a file if possible. It replaces an earlier one with this name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Describes why the store can't be used now; `undefined` if there is no problem. */
  getProblem(): string | undefined;
};

/** Names of the functions that can fail. */
export type MediaOperation = "find" | "read" | "write";

const failures = getCounter({
  name: "media_store_failures_total",
  help: "Failed operations of the media store, by operation",
  labelNames: ["operation"],
});

for (const operation of ["find", "read", "write"] satisfies MediaOperation[]) failures.inc({ operation }, 0);

/** Counts an operation that failed. */
export function countFailure(operation: MediaOperation): void {
  failures.inc({ operation });
}
