import type { z } from "zod";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { coloursFileSchema } from "./content-colours.ts";
import { batchFileSchema } from "./schemas/batch-schema.ts";
import {
  advertsFileSchema,
  categoriesFileSchema,
  claimsFileSchema,
  factsSchemas,
  herbFileSchema,
  menuFileSchema,
  pageFactsSchema,
  pageWordsSchema,
  redirectsFileSchema,
  synonymsFileSchema,
  wordsSchemas,
} from "./schemas/content-schema.ts";
import { settingsFileSchema } from "./schemas/settings-schema.ts";

/** Patterns of ids: a segment of a URL, or the number on a label. */
export const idPatterns = { slug: /^[a-z0-9-]+$/, number: /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/ };

/** The first field in `sortedBy` is the default. */
type Folder = { name: string; id: keyof typeof idPatterns; sortedBy: string[] };

/** Each item is a folder with a text per language: `{id}/index.{locale}.md`. The first text also has the facts. */
export type ItemCollection = Folder & { files: "items"; facts: z.ZodObject; words: z.ZodObject };

/**
 * Each record is a file: `{id}.yaml`. `title` is the field with its name; without `title`, the id is its name. Lists
 * show the fields in `summary`.
 */
export type RecordCollection = Folder & { files: "records"; schema: z.ZodObject; title?: string; summary: string[] };

/**
 * Files with one schema: `{kind}.yaml` or `{locale}.yaml` in a folder, or a single file. A hidden one is set once, so the
 * editor has no form for it.
 */
export type DocumentCollection = {
  name: string;
  files: "kinds" | "locales" | "one";
  schema: z.ZodType;
  isHidden?: boolean;
};

/**
 * Each collection is a folder or a file of its name. The desk's forms derive from this table; `readContentFolder` has a
 * reader for each.
 */
export const collections: readonly (ItemCollection | RecordCollection | DocumentCollection)[] = [
  ...kinds.map((kind): ItemCollection => {
    const schemas = { facts: factsSchemas[kind], words: wordsSchemas[kind] };
    return { name: kind, files: "items", ...schemas, id: "slug", sortedBy: ["date", "title", "updated"] };
  }),
  {
    name: "batch",
    files: "records",
    schema: batchFileSchema,
    id: "number",
    sortedBy: ["produced"],
    summary: ["slug", "product"],
  },
  {
    name: "page",
    files: "items",
    facts: pageFactsSchema,
    words: pageWordsSchema,
    id: "slug",
    sortedBy: ["updated", "title"],
  },
  { name: "categories", files: "kinds", schema: categoriesFileSchema },
  {
    name: "herbs",
    files: "records",
    schema: herbFileSchema,
    id: "slug",
    sortedBy: ["latin"],
    title: "latin",
    summary: ["names", "latin"],
  },
  { name: "menu", files: "locales", schema: menuFileSchema },
  { name: "adverts", files: "locales", schema: advertsFileSchema },
  { name: "settings", files: "locales", schema: settingsFileSchema },
  { name: "colours", files: "one", schema: coloursFileSchema, isHidden: true },
  { name: "redirects", files: "one", schema: redirectsFileSchema },
  { name: "synonyms", files: "one", schema: synonymsFileSchema },
  { name: "claims", files: "one", schema: claimsFileSchema },
];

export function findCollection(path: string) {
  const [first] = path.split("/");
  return collections.find(({ name, files }) => first === (files === "one" ? `${name}.yaml` : name));
}
