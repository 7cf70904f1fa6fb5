import { localeCodes, type Locale } from "#app/i18n/locales.ts";
import { listTexts, type FileData } from "#app/services/content/files/content-file.ts";
import { createMessage, type Findings, type Place } from "#app/services/content/problems/problem.ts";
import { findMissingFigures, readFigures, type Figure } from "./figures.ts";

/** A field's text in one language. `locate` takes the number of a line in this text, counted from 0. */
export type FieldText = { text: string; locate: (line: number) => Place };

type Field = Partial<Record<Locale, FieldText>>;

/**
 * Adds a remark for each dimension of which two languages each have figures that the other lacks. In a field that isn't
 * a text, it is enough that one language has such measures. Texts may omit figures, because translations are free.
 */
export function compareLanguages(field: Field, { remarks }: Pick<Findings, "remarks">, isText = false): void {
  const [first, ...others] = localeCodes.flatMap((code) => {
    const side = field[code];
    return side ? [{ ...side, code, ...readFigures(side.text, code) }] : [];
  });
  for (const other of first ? others : []) {
    const missingInOther = Map.groupBy(findMissingFigures(first!, other), ({ dimension }) => dimension);
    const missingInFirst = Map.groupBy(findMissingFigures(other, first!), ({ dimension }) => dimension);
    for (const dimension of new Set([...missingInOther.keys(), ...missingInFirst.keys()])) {
      const isMissingInBoth = missingInOther.has(dimension) && missingInFirst.has(dimension);
      if (!isMissingInBoth && (isText || dimension === "year")) continue;
      const values = {
        here: listFigures(missingInFirst.get(dimension)),
        there: listFigures(missingInOther.get(dimension)),
        code: first!.code,
      };
      const [figure] = missingInFirst.get(dimension) ?? [];
      const line = other.text.slice(0, figure?.index ?? 0).split("\n").length - 1;
      remarks.push({ ...other.locate(line), message: createMessage("figures", values) });
    }
  }
}

/** Compares each field across languages. The fields of an entry of a list are compared together, as one text. */
export function compareFields(
  files: Partial<Record<Locale, FileData<unknown> | undefined>>,
  findings: Pick<Findings, "remarks">,
): void {
  const fields = new Map<string, Field>();
  for (const code of localeCodes)
    for (const { path, text } of files[code] ? listTexts(files[code].value) : []) {
      const start = path.slice(0, typeof path[1] === "number" ? 2 : 1);
      const key = start.join(".");
      const field = fields.get(key) ?? {};
      const before = field[code];
      field[code] = {
        text: before ? `${before.text}\n${text}` : text,
        locate: before?.locate ?? ((line) => files[code]!.locate(path, line)),
      };
      fields.set(key, field);
    }
  for (const field of fields.values()) compareLanguages(field, findings);
}

const maxFigures = 5;

const listFigures = (figures: readonly Figure[] = []) =>
  Array.from(new Set(figures.map(({ text }) => text)))
    .slice(0, maxFigures)
    .join(", ") || "–";
