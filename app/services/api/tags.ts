import type { ReadKey } from "./contract/endpoints.ts";

type ShownItem = { id?: string; kind?: string };
type Data = { rows?: ShownItem[]; related?: ShownItem[]; prev?: ShownItem; next?: ShownItem; product?: ShownItem };

/** `product:12` for an item wherever it is shown, `product` for every list of a kind, `menu`, `setting`, `ad`, `cat`. Purges use them. */
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
