import { writeFileSync } from "node:fs";
import { createOpenApi } from "./openapi/openapi.ts";

/** Entry of `npm run openapi`: writes the committed document. A test fails if it is outdated. */
const file = "docs/openapi.json";
writeFileSync(file, `${JSON.stringify(createOpenApi(), null, 2)}\n`);
console.log(`${file} is written.`);
