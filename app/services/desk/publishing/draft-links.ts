import type { Kysely } from "kysely";
import { openSharedDrafts, type SharedDraft } from "#app/services/content/releases/shared-drafts.ts";
import { isEqualInConstantTime } from "#app/services/runtime/constant-time.ts";
import { createKeyedHash } from "#app/services/submissions/database/keys.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";

/** Links that show a draft to people without an account. A token is the id of a shared draft, and its signature. */
export function createDraftLinks(database: Kysely<Tables>, dataFolder: string) {
  const hash = createKeyedHash(database);
  const drafts = openSharedDrafts(dataFolder);
  const createToken = async (id: string) => `${id}.${await hash(`draft ${id}`)}`;
  return {
    /** The newest first, each with its token. */
    list: () => Promise.all(drafts.list().map(async (draft) => ({ ...draft, token: await createToken(draft.id) }))),

    /** `undefined` if the link was changed, has ended or was taken back. */
    async find(token: string): Promise<SharedDraft | undefined> {
      const [id = ""] = token.split(".");
      return isEqualInConstantTime(token, await createToken(id)) ? drafts.read(id) : undefined;
    },

    end: drafts.remove,
  };
}
