import { DatabaseSync } from "node:sqlite";
import { localeCodes, type Locale } from "../../app/i18n/locales.ts";
import { getTableName, levelNames, type Part } from "../../app/services/content/search/search-tables.ts";

/** Tables whose rows have no numbers of items or scopes. */
const plainTables = ["redirect", "document", "synonym", "word", "sound"];

/** SQL expressions for the names of items and scopes. The names replace the numbers, which differ between indexes. */
const names = {
  item: "item.kind || '/' || item.locale || '/' || item.id",
  scope: "scope.kind || '/' || scope.locale || '/' || scope.slug",
};

/**
 * Lists the content of an index by table, without the numbers of items and scopes. An index that was updated has other numbers than
 * one that was compiled from scratch.
 */
export function dumpIndex(file: string): Record<string, string[]> {
  const database = new DatabaseSync(file);
  const list = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(Object.values(row)));
  try {
    const tables = plainTables.map((table): [string, string[]] => [table, list(`SELECT * FROM ${table}`).sort()]);
    return {
      ...Object.fromEntries(tables),
      // The items are in the order of their numbers.
      item: list(`SELECT kind, locale, id, date, row, info, names, opens, closes
                  FROM item LEFT JOIN scheduled ON scheduled.item = item.rowid ORDER BY item.rowid`),
      scheduled: list("SELECT count(*) FROM scheduled"),
      integrity: list("PRAGMA integrity_check"),
      scope: list(`SELECT ${names.scope} AS name, total FROM scope ORDER BY name`),
      member: list(`SELECT ${names.scope} AS name, newest, title, ${names.item} AS item
                    FROM member LEFT JOIN scope ON scope.id = member.scope LEFT JOIN item ON item.rowid = member.item
                    ORDER BY name, newest`),
      item_name: list(`SELECT ${names.scope}, key, ${names.item} AS name, is_title
                       FROM item_name LEFT JOIN scope ON scope.id = item_name.scope
                       LEFT JOIN item ON item.rowid = item_name.item ORDER BY key, name`),
      ...Object.fromEntries(localeCodes.map((locale) => [`search ${locale}`, listTerms(database, locale)])),
    };
  } finally {
    database.close();
  }
}

/** Lists each term of the search with its item, column and position, and checks the integrity of the FTS5 tables. */
function listTerms(database: DatabaseSync, locale: Locale): string[] {
  const parts = database
    .prepare("SELECT search_part.scope, first FROM search_part JOIN scope ON id = search_part.scope WHERE locale = ?")
    .all(locale) as Part[];
  return parts
    .flatMap((part) => levelNames.map((level) => ({ level, name: getTableName(level, part) })))
    .flatMap(({ level, name }) => {
      database.exec(`INSERT INTO ${name} (${name}) VALUES ('integrity-check')`);
      database.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, ${name}, instance)`);
      const rows = database
        .prepare(`SELECT term, ${names.item} AS item, col, offset FROM terms LEFT JOIN item ON item.rowid = doc`)
        .all();
      database.exec("DROP TABLE temp.terms");
      return rows.map((row) => JSON.stringify([level, ...Object.values(row)]));
    })
    .sort();
}
