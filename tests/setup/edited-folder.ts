import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kinds } from "../../app/services/api/contract/kinds.ts";

const words = ["黄芪", "当归", "zebra", "astragalus", "鑫", "harvest", "quokka", "三七"];

/** Edits a content folder at random, as people do. The same seed makes the same edits. */
export class EditedFolder {
  private readonly root: string;
  private state: number;

  constructor(root: string, seed: number) {
    this.root = root;
    this.state = seed;
  }

  /** Returns a random integer from 0 to `below` − 1. */
  random(below: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * below);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.random(values.length)]!;
  }

  path(file: string): string {
    return join(this.root, file);
  }

  /** Changes the text of a file. */
  edit(file: string, change: (text: string) => string): void {
    writeFileSync(this.path(file), change(readFileSync(this.path(file), "utf8")));
  }

  /** Lists the folders of items, as `kind/id`. */
  listItems(): string[] {
    const existingKinds = kinds.filter((kind) => existsSync(this.path(kind)));
    return existingKinds.flatMap((kind) => readdirSync(this.path(kind)).map((id) => `${kind}/${id}`));
  }

  /** Makes an edit. @param names names of edits; one is chosen */
  editOnce(names: readonly string[] = Object.keys(edits)): void {
    edits[this.pick(names)]!(this, this.pick(this.listItems()));
  }

  /** Restores the files that differ from a copy of the folder. The others keep their times. */
  restore(backup: string): void {
    const list = (root: string) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    for (const file of list(this.root)) if (!existsSync(join(backup, file))) rmSync(this.path(file));
    for (const file of list(backup)) {
      const [from, to] = [join(backup, file), this.path(file)];
      if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) continue;
      mkdirSync(dirname(to), { recursive: true });
      cpSync(from, to);
    }
    for (const item of this.listItems())
      if (!existsSync(join(backup, item))) rmSync(this.path(item), { recursive: true });
  }
}

/** Edits by name. Some of them make mistakes in the content. */
const edits: Record<string, (folder: EditedFolder, item: string) => void> = {
  "a text": (folder, item) =>
    appendFileSync(folder.path(`${item}/cn.md`), `\n${folder.pick(words)} ${folder.random(1000)}。\n`),
  "another text": (folder, item) => {
    if (existsSync(folder.path(`${item}/en.md`)))
      folder.edit(`${item}/en.md`, (text) => text.replace(/\n[^\n]*$/, folder.pick(words)));
  },
  "a title": (folder, item) =>
    folder.edit(`${item}/cn.md`, (text) =>
      text.replace(/^title: (.*)$/m, (_, title) => `title: ${folder.pick(words)}${title}`),
    ),
  "a date": (folder, item) =>
    folder.edit(`${item}/item.yaml`, (text) =>
      text.replace(/^date: .*$/m, `date: 20${10 + folder.random(16)}-0${1 + folder.random(9)}-1${folder.random(10)}`),
    ),
  "a category": (folder, item) => {
    const others = folder.listItems().filter((other) => other.split("/")[0] === item.split("/")[0]);
    const cat = /^cat: .*$/m.exec(readFileSync(folder.path(`${folder.pick(others)}/item.yaml`), "utf8"))![0];
    folder.edit(`${item}/item.yaml`, (text) => text.replace(/^cat: .*$/m, cat));
  },
  "an item is deleted": (folder, item) => rmSync(folder.path(item), { recursive: true }),
  "an item is renamed": (folder, item) => renameSync(folder.path(item), folder.path(`${item}-${folder.random(1000)}`)),
  "an item is added": (folder, item) => {
    const copy = `${item}-new-${folder.random(1000)}`;
    cpSync(folder.path(item), folder.path(copy), { recursive: true });
    folder.edit(`${copy}/item.yaml`, (text) => text.replace(/^sku: .*$/m, `sku: NEW-${folder.random(1000)}`));
  },
  "a sku twice": (folder) => {
    const products = folder.listItems().filter((item) => item.startsWith("product/"));
    const skus = products.flatMap(
      (item) => /^sku: .*$/m.exec(readFileSync(folder.path(`${item}/item.yaml`), "utf8")) ?? [],
    );
    folder.edit(`${folder.pick(products)}/item.yaml`, (text) => text.replace(/^sku: .*$/m, folder.pick(skus)));
  },
  "a time": (folder, item) =>
    appendFileSync(folder.path(`${item}/item.yaml`), folder.pick(["draft: true\n", "from: 2030-01-01T00:00:00Z\n"])),
  "a translation is deleted": (folder, item) => rmSync(folder.path(`${item}/en.md`), { force: true }),
  "a link": (folder, item) =>
    appendFileSync(folder.path(`${item}/cn.md`), `\n[x](/${folder.pick(folder.listItems()).replace("/", "/info/")})\n`),
  "a related item": (folder, item) =>
    folder.edit(`${item}/item.yaml`, (text) =>
      text.replace(/^related: .*$/m, `related: [${folder.pick(folder.listItems())}]`),
    ),
  "a batch": (folder) =>
    folder.edit("batch/HQ-2512.yaml", (text) =>
      text.replace(/^product: .*$/m, `product: ${folder.pick(["huang-qi", "gan-cao", "none"])}`),
    ),
  "a page": (folder) => appendFileSync(folder.path("page/privacy/cn.md"), `\n${folder.pick(words)}。\n`),
  "the settings": (folder) =>
    folder.edit("settings/cn.yaml", (text) => text.replace(/^slogan: .*$/m, `slogan: 口号 ${folder.random(9)}`)),
  "kinds in use": (folder) =>
    folder.edit(
      "settings/cn.yaml",
      (text) =>
        `${text.replace(/^kindsInUse.*\n/m, "").trimEnd()}\n${folder.pick(["", "kindsInUse: [news, prescription, product, case]\n"])}`,
    ),
  "a redirect": (folder) =>
    writeFileSync(folder.path("redirects.yaml"), `- { from: /old-${folder.random(9)}.html, to: /news/list }\n`),
  synonyms: (folder) => writeFileSync(folder.path("synonyms.yaml"), `- [化验, ${folder.pick(words)}]\n`),
  "a name of a herb": (folder) =>
    folder.edit("herbs/facts.yaml", (text) =>
      text.replace(/^( +)part: (.*)$/m, (_, space, part) => `${space}part: ${part}${folder.random(9)}`),
    ),
  "the name of a category": (folder) =>
    folder.edit("categories/news/cn.yaml", (text) => text.replace(/title: (.*)/, `title: 类${folder.random(9)}`)),
  "the glossary": (folder) =>
    writeFileSync(
      folder.path("glossary.yaml"),
      `units: [{ cn: 克, en: gram, avoid: { cn: [公分], en: [${folder.pick(words)}] } }]\n`,
    ),
};
