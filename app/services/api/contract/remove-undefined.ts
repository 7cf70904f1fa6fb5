/** Removes `undefined` values at any depth, because React Router would send their keys. */
export function removeUndefined<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(removeUndefined) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [name, removeUndefined(one)])) as Value;
}
