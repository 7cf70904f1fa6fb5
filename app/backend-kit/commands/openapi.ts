import { writeFileSync } from "node:fs";
import { createOpenApi } from "../openapi.ts";

/** `npm run openapi`: writes the document that is committed; a test says when it isn't current. */
const file = "docs/openapi.json";
writeFileSync(file, `${JSON.stringify(createOpenApi(), null, 2)}\n`);
console.log(`${file} is written.`);
