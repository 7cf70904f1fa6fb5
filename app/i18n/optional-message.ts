import type { TFunction } from "i18next";
import type { Namespace } from "./messages.ts";

/**
 * Returns a message if it exists. i18next returns the key for missing ones, so the key must not contain its
 * namespace.
 */
export function getOptionalMessage<N extends Namespace>(t: TFunction<N>, key: string): string | undefined {
  const message = (t as (key: string) => string)(key);
  return message === key ? undefined : message;
}
