import { getContentPath } from "#app/i18n/urls.ts";

/** Returns the path of the page with the certificate of a batch as pictures, without language prefix. */
export const getCertificatePath = (id: string): string => `${getContentPath("batch", id)}/certificate`;
