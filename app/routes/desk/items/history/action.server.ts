import { data } from "react-router";
import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { notFound } from "#app/http/responses.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import { isPart } from "#app/services/content/changes/parts.ts";
import { filePathSchema } from "#app/services/content/releases/release.ts";
import { restorePart } from "#app/services/desk/items/restore-part.ts";
import { readHistoryQuery } from "./data.server.ts";

type Args = Parameters<typeof notFound>[0];

const formSchema = z.object({ version: z.string().max(64), former: filePathSchema.refine(isPart) });

export async function restoreVersion(args: Args) {
  const { desk, account } = getContentDesk(args.context);
  const { part, release } = readHistoryQuery(args);
  const form = formSchema.safeParse(Object.fromEntries(await readForm(args))).data;
  if (!form || release === undefined) throw notFound(args);
  const former = { release, part: form.former };
  const save = () => restorePart(desk.environment, account, { part, version: form.version, former });
  const { result: isRestored, problem } = await saveOrExplain(args.context, save);
  if (problem) return data({ problem }, { status: 503 });
  desk.log.info({ account, part, release, isRestored }, "desk: bring back");
  if (isRestored) desk.noteEdits([part], account);
  return redirectWithNotice(isRestored ? "broughtBack" : "notRestored");
}
