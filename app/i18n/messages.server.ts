import { locales, localeCodes } from "./locales.ts";
import type { Messages } from "./messages.ts";

const messagesByFile = import.meta.glob<Messages>("./messages/*/index.ts", { eager: true, import: "default" });

/** All messages of all languages by BCP 47 tag, for rendering on the server. */
export const resources = Object.fromEntries(
  localeCodes.map((locale) => [locales[locale].language, messagesByFile[`./messages/${locale}/index.ts`]!]),
);
