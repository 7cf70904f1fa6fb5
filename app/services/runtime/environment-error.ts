/** Thrown for a problem that the operator can fix. `message` has a line for each invalid variable. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}
