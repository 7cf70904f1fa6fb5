import { EnvironmentError } from "../../runtime/environment-error.ts";
import type { Environment } from "../../runtime/environment.ts";
import { defaultLocale, isLocale, localeCodes, locales } from "../../../i18n/locales.ts";
import { loadOwnerText, type OwnerText } from "../../../i18n/owner-text.ts";

/** The owner of the site, who reads mails, robots' messages and the inbox. */
export type Owner = OwnerText & {
  /** In the owner's language; `undefined` without `SITE_URL`. */
  getProductUrl(id: string): string | undefined;
  /** `undefined` without a desk or `SITE_URL`. */
  getMessageUrl(reference: string): string | undefined;
};

type OwnerVariables = Pick<Environment, "OWNER_LANGUAGE" | "OWNER_TIME_ZONE" | "SITE_URL"> &
  Partial<Pick<Environment, "DESK_ACCOUNTS">>;

/** @throws EnvironmentError if the site doesn't have the language */
export async function createOwner({
  OWNER_LANGUAGE = defaultLocale,
  OWNER_TIME_ZONE,
  SITE_URL,
  DESK_ACCOUNTS,
}: OwnerVariables): Promise<Owner> {
  if (!isLocale(OWNER_LANGUAGE)) {
    throw new EnvironmentError(`OWNER_LANGUAGE=${OWNER_LANGUAGE}: must be ${localeCodes.join(" or ")}`);
  }
  const { prefix } = locales[OWNER_LANGUAGE];
  const text = await loadOwnerText(OWNER_LANGUAGE, OWNER_TIME_ZONE);
  return {
    ...text,
    getMessageUrl: (reference) =>
      DESK_ACCOUNTS?.length ? SITE_URL && `${SITE_URL}/desk/messages/${reference}` : undefined,
    getProductUrl: (id) => SITE_URL && `${SITE_URL}${prefix}/product/info/${encodeURIComponent(id)}`,
  };
}
