import { expect, test } from "vitest";
import { defaultLocale, localeCodes, locales } from "./locales.ts";
import { resources } from "./messages.server.ts";

type MessageTree = { [key: string]: string | string[] | MessageTree };

function flattenMessages(tree: MessageTree, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[path + key, value] as [string, string]]
      : flattenMessages(value as MessageTree, `${path}${key}.`),
  );
}

/** Plural forms differ between languages, so `count_one` and `count_other` count as one message. */
const removePluralSuffix = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const findVariables = (text: string) =>
  [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name!))].sort();

const getMessages = (locale: (typeof localeCodes)[number]) =>
  flattenMessages(resources[locales[locale].language] as MessageTree);

test.each(localeCodes.filter((code) => code !== defaultLocale))(
  "%s has every message of the default language and no others",
  (locale) => {
    const getKeys = (code: typeof locale) =>
      [...new Set(getMessages(code).map(([key]) => removePluralSuffix(key)))].sort();
    expect(getKeys(locale)).toEqual(getKeys(defaultLocale));
  },
);

test.each(localeCodes.filter((code) => code !== defaultLocale))(
  "%s uses the variables of the default language",
  (locale) => {
    const expectedVariables = new Map(
      getMessages(defaultLocale).map(([key, text]) => [removePluralSuffix(key), findVariables(text)]),
    );
    for (const [key, text] of getMessages(locale))
      expect([key, findVariables(text)]).toEqual([key, expectedVariables.get(removePluralSuffix(key))]);
  },
);

test.each(localeCodes)("%s has each plural form that its language needs", (locale) => {
  const { language } = locales[locale];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = new Set(getMessages(locale).map(([key]) => key));
  for (const key of [...keys].filter((pluralKey) => pluralKey.endsWith("_other"))) {
    for (const form of forms) expect(keys).toContain(`${removePluralSuffix(key)}_${form}`);
  }
});

test.each(localeCodes)("%s has plural forms for every message with a number of minutes, seconds or items", (locale) => {
  const countedPattern = /\{\{(?!max\b)\w+(?:, number)?\}\} ?(?:(?:minutes?|seconds?|items?|results?)\b|分钟|秒)/;
  const isPlural = (key: string) => removePluralSuffix(key) !== key;
  expect(getMessages(locale).filter(([key, text]) => countedPattern.test(text) && !isPlural(key))).toEqual([]);
});
