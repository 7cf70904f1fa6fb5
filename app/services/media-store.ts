import { getCounter } from "../platform/metrics.ts";

/**
 * Where pictures are kept: originals and resized versions, by name. Everything in it can be made again, so a store that
 * fails only makes pictures slower: no function rejects, and each takes a bounded time.
 */
export type MediaStore = {
  /** Returns when a file was written, and its age in milliseconds; `undefined` if it isn't kept. */
  find(name: string): Promise<{ time: number; age: number } | undefined>;
  /** Returns the bytes of a file; `undefined` if it isn't kept. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Keeps a file if possible, in place of an earlier one with this name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Describes why the store can't be used now; `undefined` if there is no problem. */
  getProblem(): string | undefined;
};

/** Names of the functions that can fail. */
export type MediaOperation = "find" | "read" | "write";

const failures = getCounter({
  name: "media_store_failures_total",
  help: "Pictures that couldn't be found, read or written where they are kept, by operation",
  labelNames: ["operation"],
});

for (const operation of ["find", "read", "write"] satisfies MediaOperation[]) failures.inc({ operation }, 0);

/** Counts an operation that failed. */
export function countFailure(operation: MediaOperation): void {
  failures.inc({ operation });
}
