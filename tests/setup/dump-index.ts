import { DatabaseSync } from "node:sqlite";
import { localeCodes } from "../../app/i18n/locales.ts";
import { getTables } from "../../app/embedded-api/search/search-tables.ts";

/** Tables whose rows have no numbers of items or scopes. */
const plainTables = ["redirect", "document", "synonym", "word", "sound"];

/** SQL for the name of an item and of a scope, which replace their numbers. */
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
      item_name: list(`SELECT key, ${names.item} AS name, is_title
                       FROM item_name LEFT JOIN item ON item.rowid = item_name.item ORDER BY key, name`),
      numbers: listNumbers(database),
      ...Object.fromEntries(localeCodes.map((locale) => [`search ${locale}`, listTerms(database, `_${locale}_`)])),
    };
  } finally {
    database.close();
  }
}

/** Lists the scope and the place by title of each item. */
function listNumbers(database: DatabaseSync): string[] {
  const [scopes, titles] = ["scope", "title"].map((name) => {
    const row = database.prepare("SELECT data FROM item_numbers WHERE name = ?").get(name) as { data: Uint8Array };
    return new Uint32Array(row.data.slice().buffer);
  });
  const scopeNames = database.prepare(`SELECT ${names.scope} AS name FROM scope WHERE id = ?`);
  const rows = database.prepare(`SELECT rowid AS item, ${names.item} AS name FROM item ORDER BY rowid`).all();
  return rows.map(({ item, name }) => {
    const scope = scopeNames.get(scopes![Number(item)]!) as { name: string };
    return JSON.stringify([name, scope.name, titles![Number(item)]]);
  });
}

/** Lists each term of the search with its item, column and position, and checks the integrity of the FTS5 tables. */
function listTerms(database: DatabaseSync, part: string): string[] {
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?");
  const tables: string[] = [];
  for (let number = 0; exists.get(getTables(number)[0]!.name); number++)
    tables.push(...getTables(number).flatMap(({ name }) => (name.includes(part) ? name : [])));
  return tables
    .flatMap((name) => {
      database.exec(`INSERT INTO ${name} (${name}) VALUES ('integrity-check')`);
      database.exec(`CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, ${name}, instance)`);
      const level = name.split("_")[1];
      const rows = database
        .prepare(`SELECT term, ${names.item} AS item, col, offset FROM terms LEFT JOIN item ON item.rowid = doc`)
        .all();
      database.exec("DROP TABLE temp.terms");
      return rows.map((row) => JSON.stringify([level, ...Object.values(row)]));
    })
    .sort();
}
