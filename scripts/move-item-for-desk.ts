import { moveItem, type MoveResult } from "../app/services/desk/move-item.ts";
import { readEnvironment } from "../app/services/runtime/environment.ts";
import { isSystemError } from "../app/services/runtime/folders.ts";

const [part = "", id = ""] = process.argv.slice(2);

/** Changes the address of an item, and prints the result as JSON. */
try {
  print(await moveItem(readEnvironment(process.env), part, id));
} catch (error) {
  if (!isSystemError(error)) throw error;
  console.error(error);
  print({ refused: "folder" });
}

function print(result: MoveResult): void {
  console.log(JSON.stringify(result));
}
