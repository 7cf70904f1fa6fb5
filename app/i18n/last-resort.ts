import { localeCodes, locales } from "./locales.ts";
import type { Messages } from "./messages.ts";

const files = import.meta.glob<Messages["server"]>("./messages/*/server.json", { eager: true, import: "default" });

/** What the server says where no page can be rendered: every language, the default one first, with a way into its pages. */
export const lastResort = localeCodes.map((code) => {
  const { language, label, prefix } = locales[code];
  return { language, label, home: prefix || "/", texts: files[`./messages/${code}/server.json`]! };
});
