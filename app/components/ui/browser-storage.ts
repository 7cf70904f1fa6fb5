type StorageName = "localStorage" | "sessionStorage";

/** Reads a stored value. There is none if the browser forbids storage, or if the stored text isn't JSON. */
export function readStored<Value>(storage: StorageName, key: string): Value | undefined {
  try {
    return (JSON.parse(globalThis[storage].getItem(key) ?? "null") as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON. @returns whether the browser allows it */
export function store(storage: StorageName, key: string, value: unknown): boolean {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
