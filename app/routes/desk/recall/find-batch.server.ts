import { join } from "node:path";
import { toBatchKey } from "../../../services/api/contract/batch-number.ts";
import { listYamlFiles } from "../../../services/content/files/content-file.ts";
import type { Desk } from "../../../services/desk/desk.ts";

export const findBatch = ({ environment }: Desk, typed: string): string | undefined =>
  listYamlFiles(join(environment.CONTENT_DIR, "batch")).find((number) => toBatchKey(number) === toBatchKey(typed));
