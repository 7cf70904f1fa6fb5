/** A mistake of the person who runs a command. Its message says how to correct it. */
export class UsageError extends Error {}
