import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { defaultLocale, localeCodes, type Locale } from "../../../i18n/locales.ts";
import { UsageError } from "../../runtime/usage-error.ts";
import { splitFrontMatter } from "../files/content-file.ts";
import { saveFiles } from "../files/save-files.ts";
import { listHerbIds } from "../files/content-herbs.ts";
import type { Column, TableName } from "./columns.ts";
import { setYamlField } from "./edit-yaml.ts";

/** A file of the content. `before` is missing for a new one. */
export type ContentFile = { before?: string; after: string; data: unknown };

type Fields = Record<string, unknown> | null | undefined;

/** The files of a table in a content folder, with changes that aren't written yet. */
export class ContentFiles {
  private readonly root: string;
  private readonly table: TableName;
  private readonly files = new Map<string, ContentFile>();

  constructor(root: string, table: TableName) {
    this.root = root;
    this.table = table;
  }

  /** Returns the ids of the items of a kind, or of the herbs. */
  listIds(): string[] {
    if (this.table === "herb") return listHerbIds(join(this.root, "herbs"));
    const folder = join(this.root, this.table);
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    return names.filter((id) => this.findFirstFile(id) !== undefined);
  }

  /** Returns the value of a field; `undefined` for a missing one. */
  get(id: string, column: Column): unknown {
    const { file, path } = this.locate(id, column);
    return path.reduce<unknown>((value, key) => (value as Fields)?.[key], this.read(file).data);
  }

  /** Changes a field. Nothing is written yet. */
  set(id: string, column: Column, value: unknown): void {
    const { file, path } = this.locate(id, column);
    const content = this.read(file);
    const lineEnd = content.after.includes("\r\n") ? "\r\n" : "\n";
    content.after = setField(file, normalize(content.after), path, value).replaceAll("\n", lineEnd);
  }

  /** Returns the files that were changed, by their paths within the content folder. */
  getChanged(): Map<string, ContentFile> {
    return new Map([...this.files].filter(([, { before, after }]) => after !== (before ?? "")));
  }

  private getFile = (id: string, locale: Locale) => `${this.table}/${id}/index.${locale}.md`;

  /** Returns the file of the first language that an item has, on the disk or by these changes. */
  private findFirstFile(id: string): string | undefined {
    const names = localeCodes.map((code) => this.getFile(id, code));
    return names.find((name) => existsSync(join(this.root, name)) || this.files.get(name)?.after);
  }

  /** Returns where a field is: the file within the content folder, and the path in it. Facts are in the first language's file. */
  private locate(id: string, { path, locale }: Column): { file: string; path: readonly string[] } {
    if (this.table === "herb") return { file: `herbs/${id}.yaml`, path };
    const file = locale ? this.getFile(id, locale) : this.findFirstFile(id);
    return { file: file ?? this.getFile(id, defaultLocale), path };
  }

  /** Reads a file, once. A missing one counts as empty. @throws {UsageError} if it isn't YAML */
  private read(file: string): ContentFile {
    const known = this.files.get(file);
    if (known) return known;
    const before = readIfExists(join(this.root, file));
    const { matter, rest } = split(file, normalize(before ?? ""));
    try {
      const fields: unknown = parse(matter);
      const data = file.endsWith(".md") ? { ...(fields as Fields), text: rest.trim() || undefined } : fields;
      const content = { before, after: before ?? "", data };
      this.files.set(file, content);
      return content;
    } catch (error) {
      throw new UsageError(`${join(this.root, file)} has a mistake. Correct it first: ${(error as Error).message}`);
    }
  }
}

function readIfExists(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const normalize = (text: string) => text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");

/** Splits a Markdown file. A new one has no front matter. */
function split(file: string, text: string): { matter: string; rest: string } {
  if (!file.endsWith(".md")) return { matter: text, rest: "" };
  return splitFrontMatter(text) ?? { matter: "", rest: `\n${text}` };
}

function setField(file: string, text: string, path: readonly string[], value: unknown): string {
  if (!file.endsWith(".md")) return setYamlField(text, path, value);
  const { matter, rest } = split(file, text);
  if (path[0] === "text") return `---\n${matter}---\n\n${typeof value === "string" ? `${value}\n` : ""}`;
  return `---\n${setYamlField(matter, path, value)}---${rest}`;
}

/** Writes the files as they are after the changes to a folder. */
export function writeFiles(folder: string, changed: ReadonlyMap<string, ContentFile>): void {
  for (const [file, { after }] of changed) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), after, { flush: true });
  }
}

/**
 * Writes changed files, all or none.
 * @throws {UsageError} if a file was changed meanwhile; nothing is written then
 */
export function replaceFiles(root: string, changed: ReadonlyMap<string, ContentFile>): void {
  const other = [...changed].find(([file, { before }]) => readIfExists(join(root, file)) !== before);
  if (other) throw new UsageError(`${other[0]} was changed while the table was read: nothing was written. Try again.`);
  saveFiles(
    root,
    Array.from(changed, ([file, { after }]) => ({ file: join(root, file), bytes: Buffer.from(after) })),
  );
}
