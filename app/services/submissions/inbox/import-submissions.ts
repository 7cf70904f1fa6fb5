import type { Kysely } from "kysely";
import { systemMessageKinds, type Tables } from "../database/tables.ts";

/** Tables with rows of a submission. */
const parts = ["delivery", "submission_note"] as const;

/** Copies the submissions that `target` lacks, with deliveries and notes. @returns their number */
export async function importSubmissions(source: Kysely<Tables>, target: Kysely<Tables>): Promise<number> {
  const submissions = source.selectFrom("submission").where("kind", "not in", systemMessageKinds);
  let count = 0;
  for (const { id } of await submissions.select("id").orderBy("created_at").execute()) {
    const row = await submissions.selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await target.transaction().execute(async (transaction) => {
      const insert = transaction.insertInto("submission").values(row);
      const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow();
      if (result.numInsertedOrUpdatedRows !== 1n) return;
      for (const part of parts) {
        const rows = await source.selectFrom(part).selectAll().where("submission_id", "=", id).execute();
        if (rows.length > 0) await transaction.insertInto(part).values(rows).execute();
      }
      count++;
    });
  }
  return count;
}
