import { isTableName, TableError, tableNames, type TableName } from "./columns.ts";
import { findOptionTakenByNpm } from "../../runtime/npm-options.ts";

/** Checks the first word of a command about tables. @param help the help of the command, shown if there is no word */
export function parseTableName(word: string | undefined, help: string): TableName {
  if (isTableName(word)) return word;
  if (word === undefined) throw new TableError(`Which kind?\n\n${help}`);
  throw new TableError(`There is no kind ${word}: write one of ${tableNames.join(", ")}`);
}

/** @throws {TableError} if npm took an option that was meant for the command, because there was no `--` before it */
export function rejectOptionsTakenByNpm(command: string, names: readonly string[]): void {
  const name = findOptionTakenByNpm(names, process.env);
  if (name)
    throw new TableError(`Nothing was done: write -- after npm run ${command}, npm run ${command} -- … --${name}`);
}

/** Prints a mistake of the person who runs the command as a sentence, and any other error with its stack. */
export function reportUsageError(error: unknown): void {
  const isUsage = error instanceof TableError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? (error as Error).message : error);
  process.exitCode = 2;
}
