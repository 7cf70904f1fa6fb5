import type { ReadKey } from "./contract/calls/endpoints.ts";

type ShownItem = { id?: string; kind?: string };
type Data = { rows?: ShownItem[]; related?: ShownItem[]; prev?: ShownItem; next?: ShownItem; product?: ShownItem };

/**
 * Returns the tags by which a response is purged: for example `product:12` for each item in it, `product` for a list of
 * products, and `menu`, `setting`, `ad` or `cat`.
 */
export function getTags(key: ReadKey, input: object, data: object): string[] {
  const [subject = "", call] = key.split(".");
  const { rows = [], related = [], prev, next, product } = data as Data;
  const { id, kind = subject } = input as ShownItem;
  const createItemTag = (item: ShownItem | undefined) => (item?.id ? [formatTag(item.kind ?? kind, item.id)] : []);
  const itemTags = [...related, prev, next, product].flatMap(createItemTag);
  // A typed batch number may have another spelling, so the tag has the response's id.
  if (call === "info" && id)
    return [formatTag(kind, (subject === "batch" && (data as ShownItem).id) || id), ...itemTags];
  if (subject === "article") return [...(id ? [formatTag(kind, id)] : []), kind, ...itemTags];
  const hasItemRows = call === "list" && subject !== "ad" && subject !== "cat";
  return [subject, ...(hasItemRows ? rows.flatMap(createItemTag) : [])];
}

/** Encodes the id, which may contain spaces, because spaces separate tags in the header. */
function formatTag(kind: string, id: string): string {
  return `${kind}:${encodeURIComponent(id)}`;
}
