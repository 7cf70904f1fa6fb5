import type { Request } from "express";
import { z } from "zod";
import type { ContentChange } from "../content/publishing/compare-content.ts";
import { versionSchema } from "../content/publishing/confirmed-translations.ts";
import { maxListedChanges } from "../content/publishing/release.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import { Changes, isPublicFile, RestoreFields } from "./changes.tsx";
import { createFormAddress, describePlace } from "./content-names.ts";
import { sendPage, type DeskResponse } from "./page.tsx";
import type { DeskResult } from "./publishing.ts";
import { Remarks, RemarksLink } from "./remarks.tsx";

/** A field that may be in a form several times. */
const parts = z
  .union([z.string().transform((part) => [part]), z.array(z.string())])
  .pipe(z.array(z.string().max(500)).max(2 * maxListedChanges))
  .default([]);

const formSchema = z.discriminatedUnion("intent", [
  // `count`: number of parts that could be chosen.
  z.object({ intent: z.enum(["publish", "add"]), part: parts, needed: parts, count: z.coerce.number().default(0) }),
  z.object({ intent: z.literal("undo") }),
  z.object({ intent: z.literal("confirm"), version: versionSchema }),
  z.object({ intent: z.literal("restore"), part: z.string().max(500), version: z.string().max(64) }),
]);

/** Shows what publishing would change, or what is wrong. `?undo` asks before going back, `?delete` before a new part is deleted. */
export async function showPublish(request: Request, response: DeskResponse): Promise<void> {
  const { desk, owner } = response.locals;
  const result = await desk.publishing!.check(owner.locale);
  const added = "changes" in result && result.changes.find(({ part }) => part === request.query["delete"]);
  if (added) return sendDelete(response, added);
  const isUndo = request.query["undo"] !== undefined && "undoTo" in result && result.undoTo !== undefined;
  if (isUndo) sendUndo(response, result.undoTo!);
  else sendResult(response, result);
}

export async function publish(request: Request, response: DeskResponse): Promise<void> {
  const { desk, account, owner } = response.locals;
  const form = formSchema.safeParse(request.body ?? {}).data;
  if (!form) return response.redirect(303, "/desk/publish");
  if (form.intent === "restore") return restore(form, response);
  if (form.intent === "confirm") {
    desk.publishing!.confirm(form.version);
    desk.log.info({ account }, "desk: confirm");
    return response.redirect(303, "/desk/publish?notice=confirmed");
  }
  if (form.intent === "undo") return finish(response, "undo", await desk.publishing!.undo(account, owner.locale));
  const { part, needed, count, intent } = form;
  if (intent === "add")
    return sendResult(response, await desk.publishing!.check(owner.locale), { chosen: [...part, ...needed] });
  if (count > 0 && part.length === 0) return response.redirect(303, "/desk/publish?notice=noneChosen");
  // Those that couldn't be listed are published with all others.
  const chosen = part.length < count ? part : [];
  finish(response, intent, await desk.publishing!.publish(account, owner.locale, chosen), part);
}

function finish(response: DeskResponse, intent: string, result: DeskResult, chosen?: readonly string[]): void {
  const { desk, account } = response.locals;
  desk.log.info({ account, outcome: result.outcome }, `desk: ${intent}`);
  if (result.outcome === "mistakes" || result.outcome === "failed")
    return sendResult(response, result, { status: 409, chosen });
  response.redirect(303, `/desk/publish?notice=${result.outcome}`);
}

type RestoreForm = { part: string; version: string };

async function restore({ part, version }: RestoreForm, response: DeskResponse): Promise<void> {
  const { restorePart } = await import("./restore-part.ts");
  const { desk, account } = response.locals;
  const isRestored = restorePart(desk.environment, part, version);
  desk.log.info({ account, part, isRestored }, "desk: restore");
  response.redirect(303, `/desk/publish?notice=${isRestored ? "restored" : "notRestored"}`);
}

function sendDelete(response: DeskResponse, { part, version, title }: ContentChange): void {
  const { owner } = response.locals;
  const { t } = owner;
  sendPage(
    response,
    { title: t("desk.publish.restore.added") },
    <form method="post" action="/desk/publish" className="narrow">
      <p>{t("desk.publish.deleteText", { place: describePlace(part, title, "", owner) })}</p>
      <RestoreFields part={part} version={version} />
      <button name="intent" value="restore">
        {t("desk.message.forgetSubmit")}
      </button>
      <a href="/desk/publish">{t("desk.message.keep")}</a>
    </form>,
  );
}

function sendUndo(response: DeskResponse, time: string): void {
  const { t, formatTime } = response.locals.owner;
  sendPage(
    response,
    { title: t("desk.publish.undoTitle") },
    <form method="post" action="/desk/publish" className="narrow">
      <p>{t("desk.publish.undoText", { time: formatTime(time) })}</p>
      <button name="intent" value="undo">
        {t("desk.publish.undo")}
      </button>
      <a href="/desk/publish">{t("desk.publish.keep")}</a>
    </form>,
  );
}

type ResultOptions = { status?: number; chosen?: readonly string[] | undefined };

/** @param options `chosen`: the parts whose boxes are set; all without it */
export function sendResult(response: DeskResponse, result: DeskResult, { status, chosen }: ResultOptions = {}): void {
  const { desk, owner } = response.locals;
  const { t } = owner;
  const edits = new Map(desk.edits.list().map((edit) => [edit.part, edit]));
  sendPage(
    response,
    { title: t("desk.publish.title"), problem: result.outcome === "failed" ? result.text : undefined, status },
    <>
      {result.outcome === "mistakes" && <Mistakes mistakes={result.mistakes} owner={owner} />}
      {result.outcome === "unchanged" && <p>{t("desk.publish.unchanged")}</p>}
      {"remarks" in result && <RemarksLink {...result} owner={owner} />}
      {"changes" in result && <PublishForm result={result} owner={owner} />}
      {"changes" in result && <Changes {...result} chosen={chosen} edits={edits} owner={owner} />}
      {"remarks" in result && <Remarks {...result} owner={owner} />}
      {"undoTo" in result && result.undoTo !== undefined && (
        <p>
          <a href="/desk/publish?undo">{t("desk.publish.undoLink", { time: owner.formatTime(result.undoTo) })}</a>
        </p>
      )}
    </>,
  );
}

type PublishFormProps = { result: Extract<DeskResult, { outcome: "dry-run" | "mistakes" }>; owner: Owner };

/** The boxes at the lines belong to this form, too. */
function PublishForm({ result, owner }: PublishFormProps) {
  const { t } = owner;
  const needed = result.outcome === "mistakes" ? result.needed : [];
  const count = result.changes.length + result.files.filter(isPublicFile).length;
  if (result.outcome === "mistakes" && count === 0) return null;
  const names = needed.map((part) => {
    const title = result.changes.find((change) => change.part === part)?.title;
    return isPublicFile(part) ? part : describePlace(part, title, "", owner);
  });
  return (
    <form method="post" id="publish" className="narrow">
      <p>{t(result.outcome === "mistakes" ? "desk.publish.leadRest" : "desk.publish.lead")}</p>
      <input type="hidden" name="count" value={count} />
      {needed.length > 0 && (
        <>
          <p className="notice problem">{t("desk.publish.needed", { names })}</p>
          {needed.map((part) => (
            <input key={part} type="hidden" name="needed" value={part} />
          ))}
          <button name="intent" value="add" className="quiet">
            {t("desk.publish.add")}
          </button>
        </>
      )}
      <button name="intent" value="publish">
        {t("desk.publish.submit")}
      </button>
    </form>
  );
}

type MistakesProps = { mistakes: Extract<DeskResult, { outcome: "mistakes" }>["mistakes"]; owner: Owner };

function Mistakes({ mistakes, owner }: MistakesProps) {
  return (
    <>
      <p className="notice problem" role="alert">
        {owner.t("desk.publish.mistakes", { count: mistakes.length })}
      </p>
      <ul className="rows">
        {mistakes.map(({ file, title, field, text }) => {
          const place = describePlace(file, title, field, owner);
          return (
            <li key={file + field + text}>
              <a href={createFormAddress(file)}>{place}</a> <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
