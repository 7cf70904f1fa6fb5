import { getDesk } from "#app/http/desk-context.ts";
import type { Context } from "#app/http/request-context.ts";
import { isSystemError } from "#app/services/runtime/folders.ts";

/** @returns the result, or the message that the folder can't be written */
export async function saveOrExplain<Result>(context: Context, save: () => Result) {
  const { desk, account, ownerTexts } = getDesk(context);
  try {
    return { result: await save() };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    desk.log.error({ account, err: error }, "desk: the content folder can't be written");
    return { problem: ownerTexts.t("desk.content.refused.folder") };
  }
}
