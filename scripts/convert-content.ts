import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kinds } from "../app/services/api/contract/kinds.ts";
import { splitFrontMatter } from "../app/services/content/files/content-file.ts";
import { localeCodes } from "../app/i18n/locales.ts";
import { getContentFolder } from "../app/services/runtime/environment.ts";
import { UsageError } from "../app/services/runtime/usage-error.ts";
import { formatCount, runCommand } from "./command.ts";

const help = `npm run convert-content

  Converts a content folder of an earlier version (CONTENT_DIR): item.yaml, cn.md and en.md of an item become index.cn.md,
  with the fields of item.yaml, and index.en.md. Comments and the order of fields stay. It can be run again after an interruption.`;

/** `npm run convert-content`: converts the items and plain pages of a content folder to a file for each language. */
await runCommand({
  name: "convert-content",
  help,
  options: { help: { type: "boolean" } },
  failureCode: 1,
  run() {
    const root = getContentFolder(process.env);
    const folders = [...kinds, "page"]
      .map((kind) => join(root, kind))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((id) => join(folder, id)))
      .filter((folder) => existsSync(join(folder, "item.yaml")));
    for (const folder of folders) convertItem(folder);
    console.log(`${formatCount(folders.length, "item")} converted.`);
  },
});

/** Converts the folder of an item. `item.yaml` is deleted last, so that an interrupted conversion begins again. */
function convertItem(folder: string): void {
  const read = (name: string) =>
    readFileSync(join(folder, name), "utf8")
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n");
  const getOldName = (code: string) =>
    [`${code}.md`, `index.${code}.md`].find((name) => existsSync(join(folder, name)));
  const [first] = localeCodes.filter(getOldName);
  if (!first) throw new UsageError(`${folder} has neither ${localeCodes.map((code) => `${code}.md`).join(" nor ")}.`);
  const name = getOldName(first)!;
  // A file with its new name has the facts already.
  if (name === `${first}.md`) {
    const parts = splitFrontMatter(read(name));
    if (!parts) throw new UsageError(`${join(folder, name)} must begin with a line of ---.`);
    const facts = read("item.yaml").replace(/[^\n]$/, "$&\n");
    writeFileSync(join(folder, `${name}.new`), `---\n${parts.matter}${facts}---${parts.rest}`, { flush: true });
    renameSync(join(folder, `${name}.new`), join(folder, `index.${first}.md`));
    rmSync(join(folder, name));
  }
  for (const code of localeCodes)
    if (existsSync(join(folder, `${code}.md`)))
      renameSync(join(folder, `${code}.md`), join(folder, `index.${code}.md`));
  rmSync(join(folder, "item.yaml"));
}
