import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next";

const translation = { prev: "上一篇", next: "下一篇", related: "相关内容" };

export const [i18nextMiddleware, getLocale, getInstance] = createI18nextMiddleware({
  detection: { supportedLanguages: ["zh-CN"], fallbackLanguage: "zh-CN" },
  i18next: { resources: { "zh-CN": { translation } } },
  plugins: [initReactI18next],
});
