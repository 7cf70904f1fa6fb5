/**
 * A problem of the environment that the operator can fix: an invalid variable (`message` has one line for each), or a
 * folder that isn't writable.
 */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}
