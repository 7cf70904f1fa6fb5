import type { ReadKey } from "./contract/endpoints.ts";

type ShownItem = { id?: string; kind?: string };
type Data = { rows?: ShownItem[]; related?: ShownItem[]; prev?: ShownItem; next?: ShownItem; product?: ShownItem };

/**
 * Returns the tags of a response, which the owner's system uses in purges: `product:12` for an item, `product` for
 * every list of a kind, `menu`, `setting`, `ad`, `cat`. An item is tagged wherever it is shown.
 */
export function getTags(key: ReadKey, input: object, data: object): string[] {
  const [subject = "", call] = key.split(".");
  const { rows = [], related = [], prev, next, product } = data as Data;
  const { id, kind = subject } = input as ShownItem;
  const createItemTag = (item: ShownItem | undefined) => (item?.id ? [formatTag(item.kind ?? kind, item.id)] : []);
  const items = [...related, prev, next, product].flatMap(createItemTag);
  // The visitor may have typed the number of a batch in another spelling, so the tag has the id of the response.
  if (call === "info" && id) return [formatTag(kind, (subject === "batch" && (data as ShownItem).id) || id), ...items];
  if (subject === "article") return [...(id ? [formatTag(kind, id)] : []), kind, ...items];
  const hasItemRows = call === "list" && subject !== "ad" && subject !== "cat";
  return [subject, ...(hasItemRows ? rows.flatMap(createItemTag) : [])];
}

/** Ids may contain any character, but tags are separated by spaces in a header. */
function formatTag(kind: string, id: string): string {
  return `${kind}:${encodeURIComponent(id)}`;
}
