import { openDatabase } from "#app/services/submissions/database/database.ts";
import type { InboxSubmission } from "#app/services/submissions/inbox/submission-list.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";

/** Forgets the rate limits of a site with this `DATA_DIR`. */
export async function forgetLimits(folder: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: folder });
  await database.deleteFrom("rate_limit").execute();
  await database.destroy();
}

/** Returns the inbox of a site with this `DATA_DIR`, newest first. */
export async function readInbox(folder: string): Promise<InboxSubmission[]> {
  const database = await openDatabase({ DATA_DIR: folder });
  const submissions = await createRepository(database).list();
  await database.destroy();
  return submissions;
}
