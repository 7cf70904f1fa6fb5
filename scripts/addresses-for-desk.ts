import { leadAddress, type LeadResult } from "../app/services/desk/lead-address.ts";
import { moveItem, type MoveResult } from "../app/services/desk/move-item.ts";
import type { Redirect } from "../app/services/content/files/redirect-addresses.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { isSystemError } from "../app/services/runtime/folders.ts";

const [work, word = "", id = ""] = process.argv.slice(2);

/** Changes the address of an item (`move`: its part, its new id), or saves a redirect (`lead`: JSON). Prints the result as JSON. */
async function run(): Promise<MoveResult | LeadResult> {
  const environment = readEnvironment(process.env);
  if (work === "move") return moveItem(environment, word, id);
  return { mistake: await leadAddress(environment.CONTENT_DIR, JSON.parse(word) as Redirect) };
}

try {
  console.log(JSON.stringify(await run()));
} catch (error) {
  if (!isSystemError(error)) throw error;
  console.log(JSON.stringify({ refused: "folder", problem: String(error) } satisfies LeadResult));
}
