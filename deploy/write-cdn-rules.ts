import { writeFileSync } from "node:fs";
import { cdnRules } from "./cdn-rules.ts";

/** Writes the files that are generated from the table of routes. */
for (const [file, create] of Object.entries(cdnRules)) writeFileSync(file, create());
