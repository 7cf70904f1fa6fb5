type Entry = { key: string; value: unknown };

export type ReadCache = ReturnType<typeof createReadCache>;

/** Creates a cache of results, each valid until its key changes, so that unchanged texts aren't parsed again. */
export function createReadCache() {
  let [former, current] = [new Map<string, Entry>(), new Map<string, Entry>()];
  return {
    /** @param key everything that the result depends on @param read computes the result if its key has changed */
    get<Value>(name: string, key: string, read: () => Value): Value {
      const known = current.get(name) ?? former.get(name);
      const entry = known?.key === key ? known : { key, value: read() };
      current.set(name, entry);
      return entry.value as Value;
    },

    /** Forgets the results that weren't used since the last call, because their files are gone. */
    sweep(): void {
      [former, current] = [current, new Map()];
    },
  };
}
