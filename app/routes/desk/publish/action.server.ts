import { createContext, data, href, redirect, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { getContentDesk, getDesk } from "../../../http/desk-context.ts";
import { readForm } from "../../../http/forms/receive-form.ts";
import { versionSchema } from "../../../services/content/publishing/confirmed-translations.ts";
import { filePathSchema, maxListedChanges } from "../../../services/content/publishing/release.ts";
import type { DeskResult, ShownPart } from "../../../services/desk/publishing.ts";
import { redirectWithNotice, type Notice } from "../data.server.ts";
import { saveOrExplain } from "../saving.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The form names each part that is chosen. */
const maxFormBytes = 2 ** 20;

const parts = z.array(z.string().max(600)).max(2 * maxListedChanges);

const formSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.enum(["publish", "add"]),
    part: parts,
    needed: parts,
    shown: parts,
    all: z.literal("all").optional(),
  }),
  z.object({ intent: z.literal("confirm"), version: versionSchema }),
  z.object({
    intent: z.literal("share"),
    part: parts.length(1),
    path: z.string().max(500),
    title: z.string().max(500),
  }),
  z.object({ intent: z.literal("unshare"), id: z.string().max(100) }),
  z.object({ intent: z.literal("unlink"), part: z.tuple([filePathSchema]) }),
  z.object({ intent: z.literal("restore"), part: z.tuple([filePathSchema]), version: z.string().max(64) }),
]);

/** What an action leaves to the loader. `chosen`: parts whose boxes are set. */
export type Shown = { result: DeskResult; chosen?: readonly string[]; problem?: string };

/** Set by an action, so that the loader needn't check the content again. */
export const resultContext = createContext<Shown | null>(null);

/** A file of `public` has no version. */
export const writeShownPart = ({ part, version = "" }: ShownPart): string => `${version} ${part}`;

function readShownPart(text: string): ShownPart {
  const [version = "", ...part] = text.split(" ");
  return { part: part.join(" "), version };
}

export async function changePublication(request: Request, context: Context) {
  const fields = await readForm({ request, context }, maxFormBytes);
  const { owner, account, desk, publishing } = getContentDesk(context);
  const { publish, check, share, confirm } = publishing;
  const lists = { part: fields.getAll("part"), needed: fields.getAll("needed"), shown: fields.getAll("shown") };
  const form = formSchema.safeParse({ ...Object.fromEntries(fields), ...lists }).data;
  switch (form?.intent) {
    case undefined:
      return redirect(href("/desk/publish"), 303);
    case "share": {
      const [part = ""] = form.part;
      const result = await share(account, owner.locale, part, form.path, form.title);
      const notice = result.outcome === "unchanged" ? "notShared" : undefined;
      return finish(context, { work: "share", path: part, ...(notice && { notice }) }, result);
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
      context.set(resultContext, { result: await check(owner.locale), chosen: [...form.part, ...form.needed] });
      return null;
    case "publish": {
      const { part: chosen, shown, all } = form;
      if (shown.length > 0 && chosen.length === 0) return redirectWithNotice("noneChosen");
      const publication = { shown: shown.map(readShownPart), chosen, isAll: all === "all" };
      const result = await publish(account, owner.locale, publication);
      // A second tap on the button sends the form again: what it names was just published.
      const isSecondTap = result.outcome === "unchanged" && shown.length > 0;
      const currentId = isSecondTap ? publishing.getCurrentId() : undefined;
      if (currentId !== undefined)
        return redirectWithNotice("unchanged", href("/desk/releases/:id", { id: currentId }));
      if (result.outcome !== "stale") return finish(context, { work: "publish", chosen }, result);
      const problem = owner.t("desk.publish.stale");
      context.set(resultContext, { result: await check(owner.locale), chosen, problem });
      return data(null, { status: 409 });
    }
  }
}

/** What was done, and the file, for the log. `chosen`: parts whose boxes stay set. `notice`: unless the result names it. */
type Work = { work: string; chosen?: readonly string[]; path?: string; notice?: Notice };

/** Leads to what was published, or to the page with the sentence of what was done, or shows what is in the way. */
export function finish(context: Context, { work, chosen, notice, ...facts }: Work, result: DeskResult) {
  const { desk, account } = getDesk(context);
  desk.log.info({ account, ...facts, outcome: result.outcome }, `desk: ${work}`);
  if (result.outcome === "mistakes" || result.outcome === "failed") {
    context.set(resultContext, { result, ...(chosen && { chosen }) });
    return data(null, { status: 409 });
  }
  const text = notice ?? (result.outcome as Notice);
  return result.outcome === "published"
    ? redirectWithNotice(text, href("/desk/releases/:id", { id: result.id }))
    : redirectWithNotice(text);
}

async function restore(chosen: { part: string; version: string }, context: Context) {
  const { restorePart } = await import("../../../services/desk/restore-part.ts");
  const { desk, account } = getDesk(context);
  const save = () => restorePart(desk.environment, account, chosen);
  const { result: isRestored, problem } = await saveOrExplain(context, save);
  if (problem) return explain(problem, context);
  desk.log.info({ account, part: chosen.part, isRestored }, "desk: restore");
  return redirectWithNotice(isRestored ? "restored" : "notRestored");
}

async function unlink(part: string, context: Context) {
  const { unlinkItem } = await import("../../../services/desk/unlink-item.ts");
  const { desk, account } = getDesk(context);
  const { result: unlinked = [], problem } = await saveOrExplain(context, () =>
    unlinkItem(desk.environment.CONTENT_DIR, part),
  );
  if (problem) return explain(problem, context);
  desk.log.info({ account, part, parts: unlinked }, "desk: unlink");
  if (unlinked.length > 0) desk.noteEdits(unlinked, account);
  return redirectWithNotice(unlinked.length > 0 ? "unlinked" : "notUnlinked");
}

function explain(text: string, context: Context) {
  context.set(resultContext, { result: { outcome: "failed", text } });
  return data(null, { status: 503 });
}
