import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { readMarkdown, readYaml, type Problem } from "../files/content-file.ts";

const words = z.string().trim().min(1);

function createLocaleFields<Schema extends z.ZodType>(schema: Schema) {
  return Object.fromEntries(localeCodes.map((code) => [code, schema])) as Record<Locale, Schema>;
}

const termSchema = z.strictObject({
  ...createLocaleFields(words.optional()),
  pinyin: words.optional(),
  latin: words.optional(),
  /** Names that texts must not use. */
  avoid: z.strictObject(createLocaleFields(z.array(words).optional())).default({}),
});
type Term = z.output<typeof termSchema>;

const glossaryFileSchema = z.strictObject({
  herbs: z.record(z.string(), termSchema).default({}),
  formulas: z.record(z.string(), termSchema).default({}),
  processes: z.array(termSchema).default([]),
  units: z.array(termSchema).default([]),
  sources: z.array(termSchema).default([]),
});
type Glossary = z.output<typeof glossaryFileSchema>;

/**
 * Compares the content with `glossary.yaml`, which has one name for each herb, formula, process, unit and source. Finds herbs
 * and formulas with another name, and texts with words to avoid. The file is optional.
 */
export function findGlossaryProblems(
  root: string,
): Problem[] {
  const file = join(root, "glossary.yaml");
  if (!existsSync(file)) return [];
  const { problems, data } = readYaml(file, glossaryFileSchema);
  if (!data) return problems;
  return [
    ...findHerbDifferences(root, data.value.herbs),
    ...findFormulaDifferences(root, data.value.formulas),
    ...localeCodes.flatMap((locale) =>
      findAvoidedWords(listTextFiles(root, locale), data.value, locale),
    ),
  ];
}

function findHerbDifferences(root: string, herbs: Glossary["herbs"]): Problem[] {
  const entries = Object.entries(herbs);
  const latin = entries.map(([id, term]) => ({ path: [id, "latin"], name: term.latin }));
  return [
    ...findDifferences(join(root, "herbs/facts.yaml"), latin),
    ...localeCodes.flatMap((locale) =>
      findDifferences(
        join(root, `herbs/${locale}.yaml`),
        entries.map(([id, term]) => ({ path: [id], name: term[locale] })),
      ),
    ),
  ];
}

function findFormulaDifferences(root: string, formulas: Glossary["formulas"]): Problem[] {
  return Object.entries(formulas).flatMap(([id, term]) => {
    const folder = join(root, "prescription", id);
    return [
      ...findDifferences(join(folder, "item.yaml"), [
        { path: ["pinyin"], name: term.pinyin },
        { path: ["latin"], name: term.latin },
      ]),
      ...localeCodes.flatMap((locale) =>
        findDifferences(join(folder, `${locale}.md`), [{ path: ["title"], name: term[locale] }]),
      ),
    ];
  });
}

/** Finds fields whose name differs from the glossary's. */
function findDifferences(file: string, expected: { path: string[]; name: string | undefined }[]): Problem[] {
  if (!existsSync(file)) return [];
  const { rawData } = file.endsWith(".md") ? readMarkdown(file, z.unknown()) : readYaml(file, z.unknown());
  if (!rawData) return [];
  return expected.flatMap(({ path, name }) => {
    const currentName = path.reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | null)?.[step],
      rawData.value,
    );
    if (name === undefined || typeof currentName !== "string" || currentName === name) return [];
    return [
      rawData.createProblem(path, `is “${currentName}” here and “${name}” in glossary.yaml: give it one name in both`),
    ];
  });
}

/** Finds words to avoid in the texts of a language. */
function findAvoidedWords(files: readonly string[], glossary: Glossary, locale: Locale): Problem[] {
  const names = listReplacements(glossary, locale);
  if (names.size === 0) return [];
  // The pattern also matches correct names: “Golden Cabinet” is allowed in “Essentials from the Golden Cabinet”.
  const correctNames = listTerms(glossary).flatMap((term) => term[locale]?.toLowerCase() ?? []);
  const avoidedNames = [...names.keys()];
  const pattern = createPattern([...new Set([...avoidedNames, ...correctNames])]);
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    // The pattern is slow, and most texts have none of the words.
    const lowerText = text.toLowerCase();
    if (!avoidedNames.some((word) => lowerText.includes(word))) return [];
    return [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const name = names.get(found.toLowerCase());
      if (name === undefined) return [];
      const line = text.slice(0, index).split("\n").length;
      return [{ file, line, field: "(text)", message: `says “${found}”: write “${name}”, as in glossary.yaml` }];
    });
  });
}

/** Lists the words to avoid, in lower case, with their replacements. They include the Pinyin of formulas that have a name. */
function listReplacements(glossary: Glossary, locale: Locale): Map<string, string> {
  const wordsToAvoid = listTerms(glossary).flatMap((term) =>
    (term.avoid[locale] ?? []).map((word) => [word, term] as const),
  );
  const pinyinNames = Object.entries(glossary.formulas).flatMap(([id, term]) =>
    [id.replaceAll("-", " "), removeTones(term.pinyin ?? "")].map((word) => [word, term] as const),
  );
  const replacements = [...wordsToAvoid, ...pinyinNames].filter(
    ([word, term]) => word !== "" && term[locale] !== undefined,
  );
  return new Map(replacements.map(([word, term]) => [word.toLowerCase(), term[locale]!]));
}

function listTerms({ herbs, formulas, processes, units, sources }: Glossary): Term[] {
  return [...Object.values(herbs), ...Object.values(formulas), ...processes, ...units, ...sources];
}

function removeTones(pinyin: string): string {
  return pinyin.normalize("NFD").replace(/\p{M}/gu, "");
}

/** Creates a pattern that matches any of the words, the longest first. Latin words only match as whole words. */
function createPattern(allWords: string[]): RegExp {
  const patterns = allWords
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const start = /^\p{Script=Latin}/u.test(word) ? "(?<!\\p{Script=Latin})" : "";
      const end = /\p{Script=Latin}$/u.test(word) ? "(?!\\p{Script=Latin})" : "";
      return `${start}${word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}${end}`;
    });
  return new RegExp(patterns.join("|"), "giu");
}

/** Lists the files in a language. */
function listTextFiles(folder: string, locale: Locale): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [`${locale}.md`, `${locale}.yaml`].includes(entry.name) ? path : [];
    if (!entry.isDirectory()) return [];
    return listTextFiles(path, locale);
  });
}
