import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContentIndex } from "../../../app/services/content/embedded-api/content-index.ts";
import { createEmbeddedApi } from "../../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../../mocks/backend.ts";
import { compileGeneratedContent } from "../generated-content.ts";

/** Process of an owner's backend: serves the given number of items, with their texts as HTML. */
const file = join(mkdtempSync(join(tmpdir(), "bench-backend-")), "content.sqlite");
compileGeneratedContent(Number(process.argv[2]), file);
const { origin } = await startBackend(createEmbeddedApi(openContentIndex(file)));
console.log(new URL(origin).port);
