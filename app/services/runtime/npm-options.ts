/**
 * Finds an option that npm took for itself: with `npm run publish --dry-run`, without `--` before the option, the command gets
 * nothing of it and would do something else.
 * @param names options of the command, without those that people set for npm itself
 */
export function findOptionTakenByNpm(names: readonly string[], variables: NodeJS.ProcessEnv): string | undefined {
  return names.find((name) => variables[`npm_config_${name.replaceAll("-", "_")}`]);
}
