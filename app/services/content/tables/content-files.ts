import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseDocument } from "yaml";
import { localeCodes, type Locale } from "../../../i18n/locales.ts";
import { createNames, type TableNames } from "./cells.ts";
import { TableError, type Column, type TableName } from "./columns.ts";
import { setYamlField } from "./edit-yaml.ts";

/** A file of the content. `before` is missing for a new one. */
type ContentFile = { before?: string; after: string; data: Fields; body: string };

type Fields = Record<string, unknown>;

/** The files of a content folder, with changes that aren't written yet. */
export class ContentFiles {
  readonly root: string;
  private readonly files = new Map<string, ContentFile>();

  constructor(root: string) {
    this.root = root;
  }

  /** Returns the ids of the items of a kind, or of the herbs. */
  listIds(table: TableName): string[] {
    if (table === "herb") return Object.keys(this.read("herbs/facts.yaml").data);
    const folder = join(this.root, table);
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return names.filter((id) => existsSync(join(folder, id, "item.yaml")));
  }

  /** Returns the value of a field; `undefined` for a missing one. */
  get(table: TableName, id: string, column: Column): unknown {
    const { file, path } = locateField(table, id, column);
    const { data, body } = this.read(file);
    if (isBody(column)) return body.trim() || undefined;
    return path.reduce<unknown>((value, key) => (value as Fields | null | undefined)?.[key], data);
  }

  /** Changes a field. Nothing is written yet. */
  set(table: TableName, id: string, column: Column, value: unknown): void {
    const { file, path } = locateField(table, id, column);
    const content = this.read(file);
    const mark = content.after.startsWith("\uFEFF") ? "\uFEFF" : "";
    const lineEnd = content.after.includes("\r\n") ? "\r\n" : "\n";
    const text = content.after.slice(mark.length).replaceAll("\r\n", "\n");
    const changed = isBody(column) ? setBody(text, value) : setField(file, text, path, value);
    content.after = mark + changed.replaceAll("\n", lineEnd);
  }

  /** Returns the files that were changed, by their paths within the content folder. */
  getChanged(): Map<string, ContentFile> {
    return new Map([...this.files].filter(([, { before, after }]) => after !== (before ?? "")));
  }

  /** Returns the names of the herbs, and of the categories of a table. */
  readNames(table: TableName): TableNames {
    const readEach = (folder: string) => {
      const entries = localeCodes.map((locale) => [locale, this.read(`${folder}/${locale}.yaml`).data] as const);
      return Object.fromEntries(entries) as Record<Locale, Fields>;
    };
    const toNames = (tables: Record<Locale, Fields>, getName: (value: unknown) => unknown) =>
      createNames(
        Object.fromEntries(
          Object.entries(tables).map(([locale, fields]) => [
            locale,
            Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, String(getName(value))])),
          ]),
        ),
      );
    return {
      herbs: toNames(readEach("herbs"), (name) => name),
      categories: toNames(readEach(`categories/${table}`), (category) => (category as Fields | null)?.["title"]),
    };
  }

  /** Reads a file, once. A missing one counts as empty. @throws {TableError} if it isn't YAML */
  private read(file: string): ContentFile {
    const known = this.files.get(file);
    if (known) return known;
    const path = join(this.root, file);
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const text = (before ?? "").replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
    const { matter, rest } = file.endsWith(".md") ? splitMarkdown(text) : { matter: text, rest: "" };
    const document = parseDocument(matter);
    const [error] = document.errors;
    if (error) throw new TableError(`${path} has a mistake. Correct it first: ${error.message}`);
    const data = (document.toJS() ?? {}) as Fields;
    const content = { ...(before !== undefined && { before }), after: before ?? "", data, body: rest };
    this.files.set(file, content);
    return content;
  }
}

const isBody = ({ path }: Column) => path[0] === "text";

/** Returns where a field is: the file within the content folder, and the path in it. */
function locateField(table: TableName, id: string, { path, locale }: Column): { file: string; path: readonly string[] } {
  if (table !== "herb") return { file: `${table}/${id}/${locale ? `${locale}.md` : "item.yaml"}`, path };
  return locale ? { file: `herbs/${locale}.yaml`, path: [id] } : { file: "herbs/facts.yaml", path: [id, ...path] };
}

/** Splits a Markdown file at the second line of `---`, which is the start of the rest. */
function splitMarkdown(text: string): { matter: string; rest: string } {
  const [whole, matter = ""] = /^---[ \t]*\n([\s\S]*?)(?=^---[ \t]*$)/m.exec(text) ?? ["", ""];
  return { matter, rest: text.slice(whole.length).replace(/^---[ \t]*/, "") };
}

function setField(file: string, text: string, path: readonly string[], value: unknown): string {
  if (!file.endsWith(".md")) return setYamlField(text, path, value);
  const { matter, rest } = splitMarkdown(text);
  return `---\n${setYamlField(matter, path, value)}---${rest || "\n"}`;
}

/** Replaces the text of a Markdown file, without the empty lines around it. */
function setBody(text: string, value: unknown): string {
  const { matter, rest } = splitMarkdown(text);
  const [before, after] = rest.trim() === "" ? ["\n\n", "\n"] : [/^\s*/.exec(rest)![0], rest.slice(rest.trimEnd().length)];
  return `---\n${matter}---${before}${typeof value === "string" ? value : ""}${after}`;
}

/**
 * Writes changed files. First it writes all to a hidden folder of the content. Then it renames each file, or the folder of a
 * new item, so that readers never see half of it.
 * @throws {TableError} if a file was changed meanwhile; nothing is written then
 */
export function writeChanged(root: string, changed: ReadonlyMap<string, ContentFile>): void {
  const staging = mkdtempSync(join(root, ".importing-"));
  try {
    for (const [file, { after }] of changed) {
      mkdirSync(dirname(join(staging, file)), { recursive: true });
      writeFileSync(join(staging, file), after, { flush: true });
    }
    for (const [file, { before }] of changed) {
      const current = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined;
      if (current !== before)
        throw new TableError(`${file} was changed while the table was read: nothing was written. Try again.`);
    }
    for (const file of changed.keys()) {
      const folder = dirname(file);
      const isNewFolder = !existsSync(join(root, folder));
      if (isNewFolder) mkdirSync(dirname(join(root, folder)), { recursive: true });
      if (isNewFolder) renameSync(join(staging, folder), join(root, folder));
      // The folder of a new item was moved with its first file.
      else if (existsSync(join(staging, file))) renameSync(join(staging, file), join(root, file));
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
