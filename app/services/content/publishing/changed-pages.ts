import { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "../../api/contract/kinds.ts";
import { getContentPath, localizePath } from "../../../i18n/urls.ts";
import type { Locale } from "../../../i18n/locales.ts";

/** The public pages of items, plain pages and batches, in the languages in which they have a text. */
const selectPages = (schema: string) => `
  SELECT kind, id, locale, row, info FROM ${schema}.item
  WHERE row ->> 'lang' IS NULL AND (opens IS NULL OR opens <= :now) AND (closes IS NULL OR closes > :now)`;

const selectChanges = `
  WITH present AS (${selectPages("main")}), former AS (${selectPages("previous")})
  SELECT DISTINCT kind, id, locale FROM (
    SELECT * FROM (SELECT * FROM present EXCEPT SELECT * FROM former) UNION ALL
    SELECT * FROM (SELECT * FROM former EXCEPT SELECT * FROM present)
  ) ORDER BY kind, id, locale`;

/** With the prefix of their language: pages that are new, changed or gone between two files of compiled content. */
export function listChangedPages(previous: string, present: string, now = Date.now()): string[] {
  const database = new DatabaseSync(present, { readOnly: true });
  try {
    database.prepare("ATTACH ? AS previous").run(previous);
    const rows = database.prepare(selectChanges).all({ now }) as { kind: ContentKind; id: string; locale: Locale }[];
    return rows.map(({ kind, id, locale }) => localizePath(getContentPath(kind, id), locale));
  } finally {
    database.close();
  }
}
