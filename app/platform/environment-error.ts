/**
 * Something around the process that it can't work with, and that its operator can put right: a variable (`message` has one
 * line a variable), or a folder that can't be written to.
 */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/** Whether an error is to be said to the operator without its stack. By name: the build has a class of its own. */
export function isEnvironmentError(error: unknown): error is Error {
  return error instanceof Error && error.name === "EnvironmentError";
}
