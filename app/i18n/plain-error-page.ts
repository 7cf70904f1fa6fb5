import { localeCodes, locales } from "./locales.ts";
import type { Messages } from "./messages.ts";

const messagesByFile = import.meta.glob<Messages["server"]>("./messages/*/server.json", {
  eager: true,
  import: "default",
});

/** Texts of the plain error page in every language, the default one first. It is sent if no page can be rendered. */
export const plainErrorTexts = localeCodes.map((code) => {
  const { language, label, prefix } = locales[code];
  return { language, label, home: prefix || "/", texts: messagesByFile[`./messages/${code}/server.json`]! };
});
