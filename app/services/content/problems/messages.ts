import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInstance, type i18n } from "i18next";
import type { z } from "zod";
import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { i18nextOptions } from "#app/i18n/messages.ts";
import chineseMessages from "#app/i18n/messages/cn/owner.json" with { type: "json" };
import { createMessage, type Message, type MessageKey } from "./problem.ts";

let instance: i18n | undefined;

/** Reads the owner's messages from their files on first use, because the server's bundle lacks them. */
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

export function createContentTranslator(locale: Locale) {
  const t = getInstance().getFixedT(locales[locale].language, "owner");
  return (key: string, values: Record<string, unknown> = {}) => String(t(`content.${key}` as never, values as never));
}

/** Message values that are names in files, with the group of texts that translates them. */
const textGroups: Record<string, string> = { field: "columns", code: "values" };

export function formatMessage(message: Message, locale: Locale): string {
  const getText = createContentTranslator(locale);
  const values = Object.entries(message.values ?? {}).map(([name, value]) => {
    if (typeof value === "object") return [name, formatMessage(value, locale)];
    return [name, textGroups[name] ? getText(`${textGroups[name]}.${value}`) : value];
  });
  return getText(`mistakes.${message.key}`, Object.fromEntries(values) as Record<string, unknown>);
}

const isMessageKey = (text: string): text is MessageKey => Object.hasOwn(chineseMessages.content.mistakes, text);

const messageByExpectedType: Record<string, MessageKey> = {
  string: "wantsText",
  number: "wantsNumber",
  int: "wantsInteger",
  boolean: "wantsBoolean",
  array: "wantsList",
};

function explainZodIssue(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case "invalid_type":
      return createMessage(messageByExpectedType[issue.expected] ?? "wantsFields");
    case "invalid_value":
      return createMessage("notAllowed", { values: issue.values.map(String).join(", ") });
    case "too_small":
      if (issue.origin === "array" && Number(issue.minimum) > 1)
        return createMessage("tooFew", { min: Number(issue.minimum) });
      if (issue.origin === "string" || issue.origin === "array") return createMessage("empty");
      return createMessage(issue.inclusive ? "tooLow" : "notAbove", { min: Number(issue.minimum) });
    case "too_big":
      if (issue.origin === "string") return createMessage("tooLong", { max: Number(issue.maximum) });
      return createMessage(issue.origin === "array" ? "tooMany" : "tooHigh", { max: Number(issue.maximum) });
    default:
      return createMessage("wrongForm");
  }
}

export function explainIssue(issue: z.core.$ZodIssue): { path: PropertyKey[]; message: Message }[] {
  const { path, input } = issue;
  if (issue.code === "unrecognized_keys") {
    const message = createMessage("unknownField", { fields: issue.message });
    return issue.keys.map((key) => ({ path: [...path, key], message }));
  }
  if (issue.code === "invalid_key") return issue.issues.flatMap(explainIssue).map(({ message }) => ({ path, message }));
  if (input === undefined && /^invalid_(?:type|value|union)$/.test(issue.code))
    return [{ path, message: createMessage("missing") }];
  const { params } = issue as { params?: Record<string, string> };
  return [
    { path, message: isMessageKey(issue.message) ? createMessage(issue.message, params) : explainZodIssue(issue) },
  ];
}
