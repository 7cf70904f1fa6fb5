import { existsSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { readYaml, type FileData, type Problem } from "./content-file.ts";

type LocaleFiles<Value> = {
  data: Partial<Record<Locale, FileData<Value>>>;
  problems: Problem[];
  /** Paths of the files that don't exist. */
  missingTranslations: string[];
};

/** Reads and checks a folder with a YAML file for each language, of which one is required. */
export function readLocales<Schema extends z.ZodType>(folder: string, schema: Schema): LocaleFiles<z.output<Schema>> {
  const result: LocaleFiles<z.output<Schema>> = { data: {}, problems: [], missingTranslations: [] };
  for (const locale of localeCodes) {
    const file = join(folder, `${locale}.yaml`);
    if (!existsSync(file)) {
      result.missingTranslations.push(file);
      continue;
    }
    const { problems, data } = readYaml(file, schema);
    result.problems.push(...problems);
    if (data) result.data[locale] = data;
  }
  if (result.missingTranslations.length === localeCodes.length) {
    const message = "needs a file for at least one language";
    result.problems.push({ file: folder, line: 1, field: "(folder)", message });
  }
  return result;
}
