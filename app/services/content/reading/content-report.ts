import { formatDate } from "#app/i18n/format.ts";
import { defaultLocale, isLocale, locales, type Locale } from "#app/i18n/locales.ts";
import { getDay } from "#app/services/api/contract/batches/batch-state.ts";
import type { OutdatedTranslation } from "#app/services/content/changes/outdated-translations.ts";
import { formatCodePoint } from "#app/services/content/files/schemas/content-words.ts";
import { createContentTranslator, formatMessage } from "#app/services/content/problems/messages.ts";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import type { ContentFolder } from "./content-folder.ts";

export function getOwnerLocale({ OWNER_LANGUAGE = "" } = process.env): Locale {
  return isLocale(OWNER_LANGUAGE) ? OWNER_LANGUAGE : defaultLocale;
}

/** Escapes control characters (for example from a URL), because they could alter a terminal's output. */
const escapeControlCharacters = (message: string) => message.replaceAll(/\p{Cc}/gu, formatCodePoint);

type Report = Partial<Pick<ContentFolder, "problems" | "remarks" | "missingTranslations" | "draftLinks">> & {
  outdatedTranslations?: readonly OutdatedTranslation[];
};

export function formatReport(
  { problems = [], remarks = [], outdatedTranslations = [], missingTranslations = [], draftLinks = [] }: Report,
  locale = getOwnerLocale(),
): string {
  const getText = createContentTranslator(locale);
  const lines = formatProblems(problems, locale);
  if (problems.length > 0) lines.push("", getText("report.problems", { count: problems.length }));
  const outdated = outdatedTranslations.map((translation) => {
    const sentences = translation.sentences.map((sentence) => `“${sentence}”`);
    return [translation.file, describeOutdated(translation, locale), ...sentences].join("  ");
  });
  const notes = {
    remarks: formatProblems(remarks, locale),
    outdated,
    missing: missingTranslations,
    drafts: draftLinks,
  };
  for (const [name, texts] of Object.entries(notes))
    if (texts.length > 0) lines.push("", getText(`report.${name}`), ...texts.map((text) => `  ${text}`));
  return lines.join("\n").trim();
}

export function describeOutdated(translation: OutdatedTranslation, locale = getOwnerLocale()): string {
  const { outdated, changed, time } = translation;
  const names = new Intl.DisplayNames(locales[locale].language, { type: "language" });
  const getName = (code: Locale) => names.of(locales[code].language.split("-")[0]!);
  const { OWNER_TIME_ZONE } = readEnvironment({ OWNER_TIME_ZONE: process.env["OWNER_TIME_ZONE"] });
  const date = formatDate(getDay(time, OWNER_TIME_ZONE), locale);
  const values = { left: getName(outdated), changed: getName(changed), date };
  return createContentTranslator(locale)("report.outdatedText", values);
}

function formatProblems(problems: readonly Problem[], locale: Locale): string[] {
  return problems
    .toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map((problem) => {
      const { field, text } = describeProblem(problem, locale);
      return `${problem.file}:${problem.line}  ${field}  ${text}`;
    });
}

export function describeProblem({ field, message }: Problem, locale = getOwnerLocale()) {
  const part = /^\((\w+)\)$/.exec(field)?.[1];
  const name = part ? createContentTranslator(locale)(`report.parts.${part}`) : field;
  return { field: name, text: escapeControlCharacters(formatMessage(message, locale)) };
}

/** Describes a failure, such as a full disk. */
export function describeFailure(failure: { reason: string; isDiskFull: boolean }, locale = getOwnerLocale()): string {
  return createContentTranslator(locale)(failure.isDiskFull ? "report.diskFull" : "report.failed", failure);
}
