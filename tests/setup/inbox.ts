import { openDatabase } from "../../app/submissions/database.ts";
import { createRepository } from "../../app/submissions/repository.ts";
import type { Submission } from "../../app/submissions/submission-list.ts";

/** Returns the inbox of a site with this `DATA_DIR`, newest first. */
export async function readInbox(folder: string): Promise<Submission[]> {
  const database = await openDatabase({ DATA_DIR: folder });
  const submissions = await createRepository(database).list();
  await database.destroy();
  return submissions;
}
