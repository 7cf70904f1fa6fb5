import type { TFunction } from "i18next";
import type { Messages } from "#app/i18n/messages.ts";
import { resources } from "#app/i18n/messages.server.ts";

/** Translates a URL's message. Finds only the site's own messages, because anyone can write a URL. */
export function findLoginMessage(t: TFunction<"common">, text: string | null): string | undefined {
  const messages = Object.values(resources).flatMap(({ common }) => Object.entries(common.login.messages));
  const key = messages.find((message) => message[1] === text)?.[0];
  return key && t(`login.messages.${key as keyof Messages["common"]["login"]["messages"]}`);
}
