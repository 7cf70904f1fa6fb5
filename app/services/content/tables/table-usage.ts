import { findOptionTakenByNpm } from "../../runtime/npm-options.ts";
import { didYouMean } from "../checks/nearest.ts";
import { isTableName, tableNames, type TableName } from "./columns.ts";
import { TableError } from "./table-error.ts";

/**
 * Checks the first word of a command about tables.
 * @param help the help of the command, shown if there is no word
 * @throws {TableError} if it isn't the name of a table
 */
export function parseTableName(word: string | undefined, help: string): TableName {
  if (isTableName(word)) return word;
  if (word === undefined) throw new TableError(`Which kind?\n\n${help}`);
  const guess = didYouMean(word, tableNames);
  throw new TableError(`There is no kind ${word}${guess || `: write one of ${tableNames.join(", ")}`}`);
}

/** @throws {TableError} if npm took an option that was meant for the command, because there was no `--` before it */
export function rejectOptionsTakenByNpm(command: string, names: readonly string[], variables: NodeJS.ProcessEnv): void {
  const name = findOptionTakenByNpm(names, variables);
  if (name)
    throw new TableError(`Nothing was done: write -- after npm run ${command}, npm run ${command} -- … --${name}`);
}
