import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import { z } from "zod";
import { i18nextOptions } from "../../../i18n/i18next-options.ts";
import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import chineseMessages from "../../../i18n/messages/cn/owner.json" with { type: "json" };
import { say, type Message, type MessageKey } from "./problem.ts";

let instance: i18n | undefined;

/** Reads the owner's messages of all locales, when they are first needed. The server's bundle doesn't need them. */
function getInstance(): i18n {
  if (instance) return instance;
  const readMessages = (code: Locale): unknown =>
    JSON.parse(readFileSync(join("app/i18n/messages", code, "owner.json"), "utf8"));
  const resources = Object.fromEntries(
    localeCodes.map((code) => [locales[code].language, { owner: readMessages(code) as object }]),
  );
  instance = createInstance();
  void instance.init({ ...i18nextOptions, initAsync: false, resources });
  return instance;
}

/** Returns the function that writes the owner's texts about the content in a language. */
export function getContentTexts(locale: Locale) {
  const t = getInstance().getFixedT(locales[locale].language, "owner");
  return (key: string, values: Record<string, unknown> = {}) => String(t(`content.${key}` as never, values as never));
}

const zodLocales = z.locales as Record<string, () => { localeError: z.core.$ZodErrorMap }>;

/** Returns zod's own messages in a language; in English if zod doesn't have it. */
function getZodMessages(locale: Locale): z.core.$ZodErrorMap {
  const [language = "", region = ""] = locales[locale].language.split("-");
  return (zodLocales[`${language}${region}`] ?? zodLocales[language] ?? z.locales.en)().localeError;
}

/** Writes a message in a language. */
export function formatMessage(message: Message, locale: Locale): string {
  if ("issue" in message) {
    const text = getZodMessages(locale)(message.issue as z.core.$ZodRawIssue);
    return typeof text === "string" ? text : (text?.message ?? message.issue.message);
  }
  const values = Object.entries(message.values ?? {}).map(([name, value]) => [
    name,
    typeof value === "object" ? formatMessage(value, locale) : value,
  ]);
  return getContentTexts(locale)(`mistakes.${message.key}`, Object.fromEntries(values) as Record<string, unknown>);
}

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(chineseMessages.content.mistakes, text);

/** Says what an issue of a content file's schema is about, at the path of each field. */
export function explainIssue(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: Message }[] {
  const { path, input } = issue;
  if (issue.code === "unrecognized_keys") {
    const message = say("unknownField", { fields: issue.message });
    return issue.keys.map((key) => ({ path: [...path, key], message }));
  }
  if (issue.code === "invalid_key") return issue.issues.flatMap(explainIssue).map(({ message }) => ({ path, message }));
  if (input === undefined && /^invalid_(?:type|value|union)$/.test(issue.code))
    return [{ path, message: say("missing") }];
  if (!isMessageKey(issue.message)) return [{ path, message: { issue } }];
  const { params } = issue as { params?: Record<string, string> };
  return [{ path, message: say(issue.message, params) }];
}
