import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createBackendPictures, type PictureAddress } from "../../app/services/pictures.ts";

/** Makes the addresses that a site on SQLite in `folder` gives to the pictures of its backend. */
export function mediaAddresses(folder: string, base: string, furtherOrigins: readonly string[] = []): PictureAddress {
  const database = new DatabaseSync(join(folder, "site.sqlite"), { readOnly: true });
  const { value } = database.prepare("select value from secret where name = 'pictures'").get() as { value: string };
  database.close();
  return createBackendPictures(base, value, furtherOrigins).addressOf;
}
