import { z } from "zod";

const marksSchema = z.array(z.tuple([z.int().min(0), z.int().min(0)]));

/** Ranges to highlight: pairs of start and end (exclusive), in UTF-16 units. */
export type Marks = z.output<typeof marksSchema>;

export const hitSchema = z
  .object({
    rank: z.int().min(0).describe("How well the item matches; 0 is best. Kinds are sorted by their best item."),
    title: marksSchema.optional().describe("Matches in the title: pairs of start and end, in UTF-16 units."),
    name: z.string().optional().describe("The name that matches, if the title doesn't contain it."),
    extract: z
      .object({ text: z.string(), marks: marksSchema })
      .optional()
      .describe("An extract of the text with the matches."),
  })
  .optional()
  .catch(undefined)
  .describe("With `keyword`: why the item was found. If omitted, the site doesn't highlight matches.");

export type Hit = NonNullable<z.output<typeof hitSchema>>;

type RankedItem = { title: string; hit?: { rank: number } | undefined };

/** Compares items: the better hit first, then the shorter title. Items without hits keep the backend's order. */
export function compareHits(a: RankedItem | undefined, b: RankedItem | undefined): number {
  if (a?.hit && b?.hit) return a.hit.rank - b.hit.rank || a.title.length - b.title.length;
  const getClass = (item: RankedItem | undefined) => (item?.hit ? 0 : item ? 1 : 2);
  return getClass(a) - getClass(b);
}
