import type { Kysely } from "kysely";
import { openSharedDrafts, type SharedDraft } from "#app/services/content/releases/shared-drafts.ts";
import { isEqualInConstantTime } from "#app/services/runtime/constant-time.ts";
import { createKeyedHash } from "#app/services/submissions/database/keys.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";

/** Links to drafts for people without an account. A token is a shared draft's id with its signature. */
export function createDraftLinks(database: Kysely<Tables>, dataFolder: string) {
  const hash = createKeyedHash(database);
  const drafts = openSharedDrafts(dataFolder);
  const createToken = async (id: string) => `${id}.${await hash(`draft ${id}`)}`;
  return {
    /** Lists the shared drafts, newest first, each with its token. */
    list: () => Promise.all(drafts.list().map(async (draft) => ({ ...draft, token: await createToken(draft.id) }))),

    /** Finds a shared draft; `undefined` if its link was altered, expired or revoked. */
    async find(token: string): Promise<SharedDraft | undefined> {
      const [id = ""] = token.split(".");
      return isEqualInConstantTime(token, await createToken(id)) ? drafts.read(id) : undefined;
    },

    end: drafts.remove,
  };
}
