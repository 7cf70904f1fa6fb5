import { existsSync } from "node:fs";
import { join } from "node:path";
import { kinds, type Kind } from "../../api/contract/kinds.ts";
import { say, type Findings } from "../checks/problem.ts";
import { readYaml, type FileData } from "./content-file.ts";
import { categoriesFileSchema } from "./content-schema.ts";
import type { Category, ContentSource } from "./content-source.ts";
import { checkLanguages } from "./locale-files.ts";

/** A kind without items and categories needs no file. `unreadCategories`: kinds whose files have mistakes. */
export function readCategories(root: string, findings: Findings) {
  const unreadCategories = new Set<Kind>();
  const entries = kinds.map((kind) => {
    const file = join(root, "categories", `${kind}.yaml`);
    if (!existsSync(join(root, kind)) && !existsSync(file)) return [kind, []];
    const data = readYaml(file, categoriesFileSchema, findings);
    if (data) checkCategories(file, data, findings);
    else unreadCategories.add(kind);
    return [kind, data?.value ?? []];
  });
  return { categories: Object.fromEntries(entries) as ContentSource["categories"], unreadCategories };
}

function checkCategories(file: string, { value, report }: FileData<Category[]>, findings: Findings): void {
  const slugs = new Set(value.map(({ slug }) => slug));
  for (const [index, { slug, title, summary }] of value.entries()) {
    const parent = slug.slice(0, Math.max(0, slug.lastIndexOf("/")));
    if (parent && !slugs.has(parent)) report([index, "slug"], say("noParent", { parent }));
    const fields = Object.entries({ title, summary }).map(([name, text]) => ({ path: [index, name], text }));
    checkLanguages(fields, report, `${file}: ${slug}`, findings);
  }
}
