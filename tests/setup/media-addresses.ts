import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { GetPictureAddress } from "../../app/services/api/contract/pictures.ts";
import { createBackendPictures } from "../../app/services/media/pictures.ts";

/** Creates the URLs that a site with SQLite in `folder` assigns to the pictures of its backend. */
export function createMediaAddresses(
  folder: string,
  base: string,
  furtherOrigins: readonly string[] = [],
): GetPictureAddress {
  const database = new DatabaseSync(join(folder, "site.sqlite"), { readOnly: true });
  const { value } = database.prepare("select value from secret where name = 'pictures'").get() as { value: string };
  database.close();
  return createBackendPictures(base, value, furtherOrigins).getAddress;
}
