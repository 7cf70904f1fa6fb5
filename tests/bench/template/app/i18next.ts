import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next";

const names = Array.from({ length: 24 }, (_, n) => [`item${n}`, `Item ${n}`]);
const translation = { title: "New React Router app", whatsNext: "What's next?", ...Object.fromEntries(names) };

export const [i18nextMiddleware, getLocale, getInstance] = createI18nextMiddleware({
  detection: { supportedLanguages: ["en"], fallbackLanguage: "en" },
  i18next: { resources: { en: { translation } } },
  plugins: [initReactI18next],
});
