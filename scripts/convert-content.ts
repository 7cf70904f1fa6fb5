import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Document, isMap, isScalar, parse, parseDocument, visit, type Node, type Pair } from "yaml";
import { kinds } from "../app/services/api/contract/kinds.ts";
import { setYamlField } from "../app/services/content/tables/edit-yaml.ts";
import { splitFrontMatter } from "../app/services/content/files/content-file.ts";
import { defaultLocale, localeCodes } from "../app/i18n/locales.ts";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { UsageError } from "../app/services/runtime/usage-error.ts";
import { formatCount, runCommand } from "./command.ts";

const help = `npm run convert-content

  Converts a content folder of an earlier version (CONTENT_DIR):
  item.yaml, cn.md and en.md of an item become index.cn.md, with the fields of item.yaml, and index.en.md;
  the languages of categories become one file for each kind, those of herbs one for each herb;
  the texts of batches stand after cn: and en:, and the descriptions of photos (alt) become a list.
  Comments and the order of fields stay. It can be run again after an interruption.`;

/** Fields of batches and of their results with a text in each language. */
const batchTexts = new Set(["harvest", "origin", "region", "note", "test", "limit", "result"]);

/** `npm run convert-content`: converts a content folder to the files that the site and the desk read. */
await runCommand({
  name: "convert-content",
  help,
  options: { help: { type: "boolean" } },
  failureCode: 1,
  run() {
    const root = getContentFolder(process.env);
    const items = [...kinds, "page"].flatMap((kind) => list(join(root, kind)).map((id) => join(root, kind, id)));
    const converted = items.filter((folder) => {
      const isOld = existsSync(join(folder, "item.yaml"));
      if (isOld) convertItem(folder);
      const files = localeCodes.map((code) => join(folder, `index.${code}.md`)).filter((file) => existsSync(file));
      return files.filter(convertAlt).length > 0 || isOld;
    });
    const counts = [
      formatCount(converted.length, "item"),
      formatCount(convertHerbs(join(root, "herbs")), "herb"),
      formatCount(kinds.filter((kind) => convertCategories(join(root, "categories", kind))).length, "category file"),
      formatCount(
        list(join(root, "batch")).filter((name) => convertBatch(join(root, "batch", name))).length,
        "batch file",
      ),
    ];
    console.log(`${counts.join(", ")} converted.`);
  },
});

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Reads a text without the byte order mark and line endings of other systems. */
function read(file: string): string {
  return readFileSync(file, "utf8")
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n");
}

/** Replaces a file at once. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { flush: true });
  renameSync(`${file}.new`, file);
}

/** Converts the folder of an item. `item.yaml` is deleted last, so that an interrupted conversion begins again. */
function convertItem(folder: string): void {
  const getOldName = (code: string) =>
    [`${code}.md`, `index.${code}.md`].find((name) => existsSync(join(folder, name)));
  const [first] = localeCodes.filter(getOldName);
  if (!first) throw new UsageError(`${folder} has neither ${localeCodes.map((code) => `${code}.md`).join(" nor ")}.`);
  const name = getOldName(first)!;
  // A file with its new name has the facts already.
  if (name === `${first}.md`) {
    const parts = splitFrontMatter(read(join(folder, name)));
    if (!parts) throw new UsageError(`${join(folder, name)} must begin with a line of ---.`);
    const facts = read(join(folder, "item.yaml")).replace(/[^\n]$/, "$&\n");
    write(join(folder, `index.${first}.md`), `---\n${parts.matter}${facts}---${parts.rest}`);
    rmSync(join(folder, name));
  }
  for (const code of localeCodes)
    if (existsSync(join(folder, `${code}.md`)))
      renameSync(join(folder, `${code}.md`), join(folder, `index.${code}.md`));
  rmSync(join(folder, "item.yaml"));
}

type Table = Record<string, unknown>;

/** Reads the file of each language of a folder; `undefined` if there is none. */
function readLanguages(folder: string): [code: string, table: Table][] | undefined {
  const codes = localeCodes.filter((code) => existsSync(join(folder, `${code}.yaml`)));
  if (codes.length === 0) return undefined;
  return codes.map((code) => [code, (parse(read(join(folder, `${code}.yaml`))) as Table | null) ?? {}]);
}

/** Lists the descriptions of photos, which stood after the names of the photos. @returns whether there are any to convert */
function convertAlt(file: string): boolean {
  const source = read(file);
  const { matter, rest } = splitFrontMatter(source) ?? { matter: "", rest: "" };
  const alt = matter.includes("\nalt:") ? (parse(matter) as Table)["alt"] : undefined;
  if (typeof alt !== "object" || alt === null || Array.isArray(alt)) return false;
  const descriptions = Object.entries(alt).map(([photo, description]) => ({ photo, description: String(description) }));
  write(file, `---\n${setYamlField(matter, ["alt"], descriptions)}---${rest}`);
  return true;
}

/** Deletes the files of each language last, so that an interrupted conversion begins again. */
function deleteLanguages(folder: string): void {
  for (const code of localeCodes) rmSync(join(folder, `${code}.yaml`), { force: true });
}

function format(value: unknown): string {
  return new Document(value).toString({ lineWidth: 0 });
}

/** Converts the herbs to a file for each. @returns how many there are */
function convertHerbs(folder: string): number {
  const names = readLanguages(folder);
  if (!names) return 0;
  const factsFile = join(folder, "facts.yaml");
  const facts = existsSync(factsFile) ? parseDocument(read(factsFile)) : new Document({});
  const pairs = isMap(facts.contents) ? (facts.contents.items as Pair<Node, Node>[]) : [];
  for (const { key, value } of pairs) {
    const id = isScalar(key) ? String(key.value) : "";
    const ownNames = Object.fromEntries(names.flatMap(([code, table]) => (id in table ? [[code, table[id]]] : [])));
    write(join(folder, `${id}.yaml`), format({ names: ownNames }) + format(value));
  }
  rmSync(factsFile, { force: true });
  deleteLanguages(folder);
  return pairs.length;
}

/** Converts the categories of a kind to one list. @returns whether there are any to convert */
function convertCategories(folder: string): boolean {
  const languages = readLanguages(folder);
  if (!languages) return false;
  const slugs = new Set(languages.flatMap(([, table]) => Object.keys(table)));
  const collect = (slug: string, field: string) =>
    Object.fromEntries(
      languages.flatMap(([code, table]) => (slug in table ? [[code, (table[slug] as Table)[field]]] : [])),
    );
  const categories = [...slugs].map((slug) => ({
    slug,
    title: collect(slug, "title"),
    summary: collect(slug, "summary"),
  }));
  write(`${folder}.yaml`, format(categories));
  deleteLanguages(folder);
  if (list(folder).length === 0) rmSync(folder, { recursive: true });
  return true;
}

/** Puts the texts of a batch after their language. @returns whether any text was converted */
function convertBatch(file: string): boolean {
  const document = parseDocument(file.endsWith(".yaml") ? read(file) : "");
  let isConverted = false;
  visit(document, {
    Pair(_, pair) {
      const { key, value } = pair;
      if (!isScalar(key) || !batchTexts.has(String(key.value)) || !isScalar(value)) return;
      const comment = value.comment;
      value.comment = null;
      const map = document.createNode({ [defaultLocale]: value }, { flow: true });
      pair.value = Object.assign(map, { comment });
      isConverted = true;
    },
  });
  if (isConverted) write(file, document.toString({ lineWidth: 0 }));
  return isConverted;
}
