import { DatabaseSync } from "node:sqlite";
import type { Locale } from "#app/i18n/locales.ts";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";

/** Creates an SQL condition: whether a row is public at `:now`, and isn't a fallback in another language. */
const createPageCondition = (item: string) => `${item}.row ->> 'lang' IS NULL
  AND coalesce(${item}.opens <= :now, TRUE) AND coalesce(${item}.closes > :now, TRUE)`;

const listColumns = (item: string) => ["row", "info", "opens", "closes"].map((name) => `${item}.${name}`).join();

/** Selects changed items, plain pages and batches. Joins by page, because sorting all texts would be slow. */
const selectChanges = `
  SELECT kind, id, locale FROM main.item AS present FULL JOIN previous.item AS former USING (kind, locale, id)
  WHERE (${listColumns("present")}) IS NOT (${listColumns("former")})
    AND (present.row IS NOT NULL AND ${createPageCondition("present")}
      OR former.row IS NOT NULL AND ${createPageCondition("former")})
  ORDER BY kind, id, locale`;

/** Compares two indexes, and lists the pages that are new, changed or gone, as paths with their language prefix. */
export function listChangedPages(previous: string, present: string, now = Date.now()): string[] {
  using database = new DatabaseSync(present, { readOnly: true });
  database.prepare("ATTACH ? AS previous").run(previous);
  const rows = database.prepare(selectChanges).all({ now }) as { kind: ContentKind; id: string; locale: Locale }[];
  return rows.map(({ kind, id, locale }) => localizePath(getContentPath(kind, id), locale));
}
