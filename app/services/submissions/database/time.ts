declare const wholeMilliseconds: unique symbol;

/** Whole milliseconds since 1970; PostgreSQL refuses a fraction. */
export type Time = number & { readonly [wholeMilliseconds]: true };

/** Rounds to a `Time`. No other function creates one. */
export const toTime = (milliseconds: number): Time => Math.round(milliseconds) as Time;

export const getTime = (): Time => toTime(Date.now());
