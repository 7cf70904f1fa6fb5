import { parseArgs, type ParseArgsConfig } from "node:util";
import { createContentTranslator } from "#app/services/content/problems/messages.ts";
import { getOwnerLocale } from "#app/services/content/reading/content-report.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";

/** Thrown for a mistake in the arguments; the message has advice. */
export class UsageError extends Error {}

type ParsedArguments<Options extends ParseArgsConfig["options"]> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

type Command<Options extends ParseArgsConfig["options"]> = {
  /** Name of the command's script in `package.json`. */
  name: string;
  help: string;
  options: Options;
  /** Options that are rejected if npm consumed them, because without them the command would act differently. */
  npmOptions?: readonly string[];
  /** Exit code of a failure; wrong arguments exit with 2. @default 2 */
  failureCode?: number;
  run(values: ParsedArguments<Options>["values"], positionals: string[]): void | Promise<void>;
};

export async function runCommand<Options extends ParseArgsConfig["options"]>(command: Command<Options>): Promise<void> {
  const { name, help, options, npmOptions = [], failureCode = 2, run } = command;
  try {
    const option = findOptionTakenByNpm(npmOptions, process.env);
    const corrected = ["npm run", name, "--", ...process.argv.slice(2), `--${option}`].join(" ");
    if (option) throw new UsageError(formatUsage("npmOption", { command: corrected }));
    const { values, positionals } = parseArguments(options, help);
    if ("help" in values && values.help) console.log(help);
    else await run(values, positionals);
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof EnvironmentError;
    console.error(isExpected ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : failureCode;
  }
}

function parseArguments<Options extends ParseArgsConfig["options"]>(
  options: Options,
  help: string,
): ParsedArguments<Options> {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const option = process.argv.slice(2).find((word) => word.startsWith("-"));
    throw new UsageError(`${formatUsage("unknownOption", { option })}\n\n${help}`, { cause: error });
  }
}

export function formatUsage(key: string, values: Record<string, unknown> = {}): string {
  return createContentTranslator(getOwnerLocale())(`usage.${key}`, values);
}

/**
 * Finds an option that npm consumed, for example in `npm run publish --dry-run`, which lacks `--`. Without the option
 * the command would act differently.
 */
export function findOptionTakenByNpm(names: readonly string[], variables: NodeJS.ProcessEnv): string | undefined {
  return names.find((name) => variables[`npm_config_${name.replaceAll("-", "_")}`]);
}
