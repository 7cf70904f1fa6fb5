import { parseArgs, type ParseArgsConfig } from "node:util";
import { isTableName, TableError, tableNames, type TableName } from "../app/services/content/tables/columns.ts";
import { findOptionTakenByNpm } from "../app/services/runtime/npm-options.ts";

/**
 * Runs a command about a table. A mistake of the person who runs it is printed as a sentence, with exit code 2.
 * @param run gets the table, the other words, and the options
 */
export async function runTableCommand<Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  help: string,
  options: Options,
  run: (
    table: TableName,
    words: string[],
    values: ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>["values"],
  ) => Promise<void>,
): Promise<void> {
  try {
    const option = findOptionTakenByNpm(["out", "write"], process.env);
    if (option)
      throw new TableError(`Nothing was done: write -- after npm run ${command}, npm run ${command} -- … --${option}`);
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [table, ...words] = positionals;
    if ("help" in values && values.help) console.log(help);
    else if (isTableName(table)) await run(table, words, values);
    else if (table === undefined) throw new TableError(`Which kind?\n\n${help}`);
    else throw new TableError(`There is no kind ${table}: write one of ${tableNames.join(", ")}`);
  } catch (error) {
    const isUsage = error instanceof TableError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
    console.error(isUsage ? (error as Error).message : error);
    process.exitCode = 2;
  }
}
