import type { ReadKey } from "../contract/endpoints.ts";

type Shown = { id?: string; kind?: string };
type Data = { rows?: Shown[]; related?: Shown[]; prev?: Shown; next?: Shown };

/**
 * What an answer is about, as the owner's system names it when it purges: `product:12` for an item, `product` for every
 * list of a kind, `menu`, `setting`, `ad`, `cat`. An item counts wherever it is shown.
 */
export function tagsOf(key: ReadKey, input: object, data: object): string[] {
  const [subject = "", call] = key.split(".");
  const { rows = [], related = [], prev, next } = data as Data;
  const { id, kind = subject } = input as Shown;
  const itemTag = (item: Shown | undefined) => (item?.id ? [tag(item.kind ?? kind, item.id)] : []);
  const items = [...related, prev, next].flatMap(itemTag);
  if (call === "info" && id) return [tag(kind, id), ...items];
  if (subject === "article") return [...(id ? [tag(kind, id)] : []), kind, ...items];
  const isOfItems = call === "list" && subject !== "ad" && subject !== "cat";
  return [subject, ...(isOfItems ? rows.flatMap(itemTag) : [])];
}

/** Ids may hold anything; a tag must go into a header that is split at spaces. */
function tag(kind: string, id: string): string {
  return `${kind}:${encodeURIComponent(id)}`;
}
