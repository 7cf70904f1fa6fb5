/** The same data without what is `undefined` in it, at any depth: it would be sent to browsers by name. */
export function defined<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(defined) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [name, defined(one)])) as Value;
}
