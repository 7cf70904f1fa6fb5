import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { localeCodes } from "../../../i18n/locales.ts";
import { readMarkdown, readYaml } from "../files/content-file.ts";
import { formatReport } from "../checks/content-report.ts";
import { factsSchemas, herbFactsSchema, herbNamesSchema, wordsSchemas } from "../files/content-schema.ts";
import type { Kind } from "../../api/contract/kinds.ts";
import type { Column, TableName } from "./columns.ts";
import { TableError } from "./table-error.ts";
import { getBody, type FieldPath } from "./text-file.ts";

/** An item or herb with its stored fields. */
export type StoredItem = {
  id: string;
  /** Hash of its files. An import compares it with the version of the export. */
  version: string;
  /** Value of a field; `undefined` for a missing one. */
  get(column: Column): unknown;
};

/** Returns where a field is: the file within the content folder, and the path in it. */
export function locateField(table: TableName, id: string, { path, locale }: Column): { file: string; path: FieldPath } {
  if (table !== "herb") return { file: `${table}/${id}/${locale ? `${locale}.md` : "item.yaml"}`, path };
  return locale ? { file: `herbs/${locale}.yaml`, path: [id] } : { file: "herbs/facts.yaml", path: [id, ...path] };
}

/**
 * Reads the items of a kind, or the herbs, sorted by their ids.
 * @param root the content folder
 * @throws {TableError} if a file can't be read; its message names the mistakes
 */
export function readStoredItems(table: TableName, root: string): StoredItem[] {
  return table === "herb" ? readHerbs(root) : readItems(table, root);
}

type ParsedFile = ReturnType<typeof readYaml>;

/** Returns the data of a file. Mistakes in its Markdown are allowed, because a cell can hold any text. */
function getValidData({ problems, rawData }: Pick<ParsedFile, "problems" | "rawData">): Record<string, unknown> {
  const others = problems.filter(({ field }) => field !== "(text)");
  if (others.length === 0) return (rawData?.value ?? {}) as Record<string, unknown>;
  throw new TableError(`The content has mistakes. Correct them first:\n${formatReport(others, [])}`);
}

function readItems(kind: Kind, root: string): StoredItem[] {
  const folder = join(root, kind);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  const ids = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  return ids.sort().map((id) => {
    const files = ["item.yaml", ...localeCodes.map((locale) => `${locale}.md`)].filter((name) =>
      existsSync(join(folder, id, name)),
    );
    const sources = new Map(files.map((name) => [name, readFileSync(join(folder, id, name), "utf8")]));
    const data = new Map(
      files.map((name) => {
        const file = join(folder, id, name);
        const isFacts = name === "item.yaml";
        return [
          name,
          getValidData(isFacts ? readYaml(file, factsSchemas[kind]) : readMarkdown(file, wordsSchemas[kind])),
        ];
      }),
    );
    return {
      id,
      version: createVersion([...sources]),
      get({ path, locale }) {
        const name = locale ? `${locale}.md` : "item.yaml";
        if (path[0] === "text" && locale) return sources.has(name) ? getBody(sources.get(name)!) : undefined;
        return getValue(data.get(name), path);
      },
    };
  });
}

function readHerbs(root: string): StoredItem[] {
  const folder = join(root, "herbs");
  const facts = getValidData(readYaml(join(folder, "facts.yaml"), herbFactsSchema));
  const names = new Map(
    localeCodes.flatMap((locale) => {
      const file = join(folder, `${locale}.yaml`);
      return existsSync(file) ? [[locale, getValidData(readYaml(file, herbNamesSchema))] as const] : [];
    }),
  );
  return Object.keys(facts).map((id) => ({
    id,
    version: createVersion([facts[id], ...localeCodes.map((locale) => names.get(locale)?.[id])]),
    get: ({ path, locale }) => (locale ? names.get(locale)?.[id] : getValue(facts[id], path)),
  }));
}

function getValue(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value ?? undefined;
}

/** Creates a version. It starts with `v`, so that spreadsheets don't convert it to a number. */
function createVersion(content: unknown): string {
  return `v${createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12)}`;
}
