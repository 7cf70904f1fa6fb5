/** Thrown for a problem that the operator can fix. If variables are invalid, `message` has a line for each. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}
