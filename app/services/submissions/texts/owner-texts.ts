import { href } from "react-router";
import { defaultLocale, isLocale, localeCodes } from "#app/i18n/locales.ts";
import { loadOwnerTranslations, type OwnerTranslations } from "#app/i18n/owner-translations.ts";
import { getContentPath, localizePath } from "#app/i18n/urls.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";

/** Formats texts for the owner, in the owner's language and time zone and with links to the site. */
export type OwnerTexts = OwnerTranslations & {
  /** Returns a product's URL; `undefined` without `SITE_URL`. */
  getProductUrl(id: string): string | undefined;
  /** Returns a message's URL at the desk; `undefined` without a desk or `SITE_URL`. */
  getMessageUrl(reference: string): string | undefined;
  /** URL of open messages at the desk; `undefined` without a desk or `SITE_URL`. */
  messagesUrl: string | undefined;
};

type OwnerVariables = Pick<Environment, "OWNER_LANGUAGE" | "OWNER_TIME_ZONE" | "SITE_URL"> &
  Partial<Pick<Environment, "DESK_ACCOUNTS">>;

/** @throws EnvironmentError if the site lacks the language */
export async function createOwnerTexts({
  OWNER_LANGUAGE = defaultLocale,
  OWNER_TIME_ZONE,
  SITE_URL,
  DESK_ACCOUNTS,
}: OwnerVariables): Promise<OwnerTexts> {
  if (!isLocale(OWNER_LANGUAGE)) {
    throw new EnvironmentError(`OWNER_LANGUAGE=${OWNER_LANGUAGE}: must be ${localeCodes.join(" or ")}`);
  }
  const text = await loadOwnerTranslations(OWNER_LANGUAGE, OWNER_TIME_ZONE);
  const deskOrigin = DESK_ACCOUNTS?.length ? SITE_URL : undefined;
  return {
    ...text,
    getMessageUrl: (reference) => deskOrigin && deskOrigin + href("/desk/messages/:reference", { reference }),
    messagesUrl: deskOrigin && deskOrigin + href("/desk/messages"),
    getProductUrl: (id) => SITE_URL && SITE_URL + localizePath(getContentPath("product", id), OWNER_LANGUAGE),
  };
}
