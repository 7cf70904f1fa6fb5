/** Maps items a few at a time, because a long list mustn't flood a backend. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  lookUp: (item: Item) => Promise<Result>,
  size = 40,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size)
    results.push(...(await Promise.all(items.slice(start, start + size).map(lookUp))));
  return results;
}
