import type { ReadKey } from "./contract/endpoints.ts";

type ShownItem = { id?: string; kind?: string };
type Data = { rows?: ShownItem[]; related?: ShownItem[]; prev?: ShownItem; next?: ShownItem; product?: ShownItem };

/**
 * Returns the tags for purges: `product:12` for an item on any page, `product` for every list of a kind, `menu`,
 * `setting`, `ad`, `cat`.
 */
export function getTags(key: ReadKey, input: object, data: object): string[] {
  const [subject = "", call] = key.split(".");
  const { rows = [], related = [], prev, next, product } = data as Data;
  const { id, kind = subject } = input as ShownItem;
  const createItemTag = (item: ShownItem | undefined) => (item?.id ? [formatTag(item.kind ?? kind, item.id)] : []);
  const items = [...related, prev, next, product].flatMap(createItemTag);
  // A typed batch number may have another spelling, so the tag has the response's id.
  if (call === "info" && id) return [formatTag(kind, (subject === "batch" && (data as ShownItem).id) || id), ...items];
  if (subject === "article") return [...(id ? [formatTag(kind, id)] : []), kind, ...items];
  const hasItemRows = call === "list" && subject !== "ad" && subject !== "cat";
  return [subject, ...(hasItemRows ? rows.flatMap(createItemTag) : [])];
}

/** Encodes the id, which may contain spaces, because spaces separate tags in the header. */
function formatTag(kind: string, id: string): string {
  return `${kind}:${encodeURIComponent(id)}`;
}
