import { expect, test } from "vitest";
import { defaultLocale, localeCodes, locales } from "./locales.ts";
import { resources } from "./messages.server.ts";

type Tree = { [key: string]: string | string[] | Tree };

function leaves(tree: Tree, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : leaves(value as Tree, `${path}${key}.`),
  );
}

/** Plural forms differ from language to language: `count_one`, `count_other` are one message. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name!).sort();

const all = (locale: (typeof localeCodes)[number]) => leaves(resources[locales[locale].language] as Tree);

test.each(localeCodes.filter((code) => code !== defaultLocale))("%s has every message, and no other", (locale) => {
  const keys = (code: typeof locale) => [...new Set(all(code).map(([key]) => withoutPlural(key)))].sort();
  expect(keys(locale)).toEqual(keys(defaultLocale));
});

test.each(localeCodes.filter((code) => code !== defaultLocale))("%s uses the same variables", (locale) => {
  const wanted = new Map(all(defaultLocale).map(([key, text]) => [withoutPlural(key), variables(text)]));
  for (const [key, text] of all(locale)) expect([key, variables(text)]).toEqual([key, wanted.get(withoutPlural(key))]);
});

test.each(localeCodes)("%s has each plural form that its language needs", (locale) => {
  const { language } = locales[locale];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const keys = new Set(all(locale).map(([key]) => key));
  for (const key of [...keys].filter((one) => one.endsWith("_other"))) {
    for (const form of forms) expect(keys).toContain(`${withoutPlural(key)}_${form}`);
  }
});
