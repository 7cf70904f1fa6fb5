/** Thrown if a whole table can't be read or written. Its message says what to do. */
export class TableError extends Error {}
