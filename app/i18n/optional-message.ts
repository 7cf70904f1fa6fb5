import type { TFunction } from "i18next";
import type { Namespace } from "./messages.ts";

/** A message that there may not be, by a key without its namespace: i18next gives the key back where it has none. */
export function optionalMessage<N extends Namespace>(t: TFunction<N>, key: string): string | undefined {
  const message = (t as (key: string) => string)(key);
  return message === key ? undefined : message;
}
