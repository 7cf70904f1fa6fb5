import { z } from "zod";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import type { Filter } from "#app/services/submissions/inbox/submission-list.ts";

const views = { open: { isDone: false }, done: { isDone: true }, all: {} } as const;

export const viewNames = Object.keys(views) as (keyof typeof views)[];

const querySchema = z.object({
  view: z.enum(viewNames).catch("open"),
  // A pasted name may have invisible characters.
  q: z.string().transform(cleanText).pipe(z.string().trim().max(200)).catch(""),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

export type MessagesQuery = z.output<typeof querySchema>;

export const readMessagesQuery = (searchParams: URLSearchParams): MessagesQuery =>
  querySchema.parse(Object.fromEntries(searchParams));

/** Returns the filter of a view, or of a search in all views. */
export const toFilter = ({ view, q }: MessagesQuery): Filter => (q === "" ? views[view] : { text: q });
