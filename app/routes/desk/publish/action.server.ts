import { data, href, redirect } from "react-router";
import { z } from "zod";
import { getContentDesk, getDesk } from "#app/http/desk-context.ts";
import { readForm } from "#app/http/forms/receive-form.ts";
import type { Context } from "#app/http/request-context.ts";
import { redirectWithNotice } from "#app/routes/desk/frame/data.server.ts";
import { publishContext, runAndRespond } from "#app/routes/desk/frame/publishing.server.ts";
import { saveOrExplain } from "#app/routes/desk/frame/saving.server.ts";
import { versionSchema } from "#app/services/content/checks/confirmations.ts";
import { filePathSchema, maxListedChanges } from "#app/services/content/releases/release.ts";
import { restorePart } from "#app/services/desk/items/restore-part.ts";
import { unlinkItem } from "#app/services/desk/items/unlink-item.ts";
import type { ShownPart } from "#app/services/desk/publishing/publish-in-child.ts";

/** Maximum bytes of the form, which has a field for each part. */
const maxFormBytes = 2 ** 20;

const partsSchema = z.array(z.string().max(600)).max(2 * maxListedChanges);

const formSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["publish", "unrecall", "add"]),
    part: partsSchema,
    unrecalled: partsSchema,
    needed: partsSchema,
    shown: partsSchema,
    all: z.literal("all").optional(),
  }),
  z.object({ intent: z.literal("confirm"), version: versionSchema }),
  z.object({
    intent: z.literal("share"),
    part: partsSchema.length(1),
    path: z.string().max(500),
    title: z.string().max(500),
  }),
  z.object({ intent: z.literal("unshare"), id: z.string().max(100) }),
  z.object({ intent: z.literal("unlink"), part: z.tuple([filePathSchema]) }),
  z.object({ intent: z.literal("restore"), part: z.tuple([filePathSchema]), version: z.string().max(64) }),
]);

/** Formats a part with its version; files of `public` have no version. */
export const formatShownPart = ({ part, version = "" }: ShownPart): string => `${version} ${part}`;

function readShownPart(text: string): ShownPart {
  const [version = "", ...part] = text.split(" ");
  return { part: part.join(" "), version };
}

export async function handlePublishForm(request: Request, context: Context) {
  const fields = await readForm({ request, context }, maxFormBytes);
  const { account, desk, publishing } = getContentDesk(context);
  const { publish, share, confirm } = publishing;
  const names = ["part", "needed", "shown", "unrecalled"];
  const lists = Object.fromEntries(names.map((name) => [name, fields.getAll(name)]));
  const form = formSchema.safeParse({ ...Object.fromEntries(fields), ...lists }).data;
  switch (form?.intent) {
    case undefined:
      return redirect(href("/desk/publish"), 303);
    case "share": {
      const [part = ""] = form.part;
      const { path, title } = form;
      return runAndRespond(context, { work: "share", path: part }, () => share(account, { part, path, title }));
    }
    case "unshare":
      desk.draftLinks.end(form.id);
      desk.log.info({ account, id: form.id }, "desk: unshare");
      return redirectWithNotice("unshared");
    case "restore":
      return restore({ part: form.part[0], version: form.version }, context);
    case "unlink":
      return unlink(form.part[0], context);
    case "confirm":
      confirm(form.version);
      desk.log.info({ account }, "desk: confirm");
      return redirectWithNotice("confirmed");
    case "add":
      context.set(publishContext, { chosen: [...form.part, ...form.needed] });
      return null;
    case "publish":
    case "unrecall": {
      const { intent, part: chosen, shown, all, unrecalled } = form;
      if (shown.length > 0 && chosen.length === 0) return redirectWithNotice("noneChosen");
      if (intent === "publish" && unrecalled.some((part) => chosen.includes(part))) {
        context.set(publishContext, { chosen, asksUnrecall: true });
        return null;
      }
      const publication = { shown: shown.map(readShownPart), chosen, includesOthers: all === "all" };
      return runAndRespond(context, { work: "publish", chosen }, () => publish(account, publication));
    }
  }
}

async function restore(chosen: { part: string; version: string }, context: Context) {
  const { desk, account } = getDesk(context);
  const save = () => restorePart(desk.environment, account, chosen);
  const { result: isRestored, problem } = await saveOrExplain(context, save);
  if (problem) return respondWithFailure(problem, context);
  desk.log.info({ account, part: chosen.part, isRestored }, "desk: restore");
  return redirectWithNotice(isRestored ? "restored" : "notRestored");
}

async function unlink(part: string, context: Context) {
  const { desk, account } = getDesk(context);
  const { result: unlinkedParts = [], problem } = await saveOrExplain(context, () =>
    unlinkItem(desk.environment.CONTENT_DIR, part),
  );
  if (problem) return respondWithFailure(problem, context);
  desk.log.info({ account, part, parts: unlinkedParts }, "desk: unlink");
  if (unlinkedParts.length > 0) desk.noteEdits(unlinkedParts, account);
  return redirectWithNotice(unlinkedParts.length > 0 ? "unlinked" : "notUnlinked");
}

function respondWithFailure(text: string, context: Context) {
  context.set(publishContext, { problem: text });
  return data(null, { status: 503 });
}
