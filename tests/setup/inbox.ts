import { openDatabase } from "../../app/submissions/database.ts";
import { createRepository, type Submission } from "../../app/submissions/repository.ts";

/** What is in the inbox of a site whose `DATA_DIR` is this folder, newest first. */
export async function inbox(folder: string): Promise<Submission[]> {
  const database = await openDatabase({ DATA_DIR: folder });
  const submissions = await createRepository(database).list();
  await database.destroy();
  return submissions;
}
