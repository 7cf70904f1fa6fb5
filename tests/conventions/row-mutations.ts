import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type RowMutation = {
  row: string;
  without: string;
  file: string;
  text: string;
  replacement: string;
  project?: "e2e";
};

const source = readFileSync(new URL("row-mutations.yaml", import.meta.url), "utf8");

export const rowMutations = parse(source) as readonly RowMutation[];
