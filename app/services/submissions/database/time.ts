declare const wholeMilliseconds: unique symbol;

/** Whole milliseconds since 1970; PostgreSQL refuses a fraction. */
export type Time = number & { readonly [wholeMilliseconds]: true };

/** Converts to `Time`, the only way to create one. */
export const toTime = (milliseconds: number): Time => Math.round(milliseconds) as Time;

export const getTime = (): Time => toTime(Date.now());
