import { data } from "react-router";
import { z } from "zod";
import { getContentDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import { notFound } from "#app/http/responses.ts";
import { isPart } from "#app/services/content/changes/parts.ts";
import { filePathSchema, releaseSchema } from "#app/services/content/releases/release.ts";
import { describePlace } from "#app/services/desk/content-names.ts";
import { restorePart } from "#app/services/desk/items/restore-part.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { describeChange } from "#app/routes/desk/publish/data.server.ts";
import { describeRelease } from "#app/routes/desk/releases/data.server.ts";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";

type Args = Parameters<typeof notFound>[0];

const querySchema = z.object({ part: filePathSchema, release: releaseSchema.shape.id.optional() });

const formSchema = z.object({ version: z.string().max(64), former: filePathSchema.refine(isPart) });

function readQuery(args: Args) {
  const query = querySchema.safeParse(Object.fromEntries(args.url.searchParams)).data;
  if (!query) throw notFound(args);
  return query;
}

export async function loadHistory(args: Args) {
  const { owner, publishing } = getContentDesk(args.context);
  const { part, release } = readQuery(args);
  const { releases, title, version, change } = await publishing.readHistory(part, release);
  return {
    part,
    place: describePlace(part, title, "", owner),
    releases: releases.map((one) => describeRelease(one, owner)),
    release,
    version,
    change: change && describeChange(change, undefined, owner),
  };
}

export async function bringBack(args: Args) {
  const { desk, account } = getContentDesk(args.context);
  const { part, release } = readQuery(args);
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
