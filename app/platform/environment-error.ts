/**
 * Something around the process that it can't work with, and that its operator can put right: a variable (`message` has one
 * line a variable), or a folder that can't be written to.
 */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}
