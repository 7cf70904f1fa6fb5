import type { DatabaseSync } from "node:sqlite";

const statements = new WeakMap<DatabaseSync, Map<string, ReturnType<DatabaseSync["prepare"]>>>();

/** Returns a prepared statement. Each database prepares it once. */
export function prepareOnce(database: DatabaseSync, sql: string) {
  const statementsBySql = statements.get(database) ?? new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  statements.set(database, statementsBySql);
  const statement = statementsBySql.get(sql) ?? database.prepare(sql);
  statementsBySql.set(sql, statement);
  return statement;
}
