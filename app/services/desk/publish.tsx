import { parse } from "node:path";
import type { Request } from "express";
import { z } from "zod";
import { isContentKind } from "../api/contract/kinds.ts";
import { localeCodes, locales } from "../../i18n/locales.ts";
import { getContentPath } from "../../i18n/urls.ts";
import type { ContentChange, FieldChange } from "../content/publishing/compare-content.ts";
import { versionSchema } from "../content/publishing/confirmed-translations.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import type { Edit } from "./edit-log.ts";
import { createFormAddress, describeField, describePlace, getFileLocale } from "./content-names.ts";
import { sendPage, type DeskResponse } from "./page.tsx";
import type { DeskResult } from "./publishing.ts";
import { Remarks } from "./remarks.tsx";

const formSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["publish", "undo"]) }),
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
  const result = await desk.publishing![form.intent](account, owner.locale);
  desk.log.info({ account, outcome: result.outcome }, `desk: ${form.intent}`);
  if (result.outcome === "mistakes" || result.outcome === "failed") return sendResult(response, result, 409);
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

function sendResult(response: DeskResponse, result: DeskResult, status?: number): void {
  const { desk, owner } = response.locals;
  const { t } = owner;
  const edits = new Map(desk.edits.list().map((edit) => [edit.part, edit]));
  sendPage(
    response,
    { title: t("desk.publish.title"), problem: result.outcome === "failed" ? result.text : undefined, status },
    <>
      {result.outcome === "mistakes" && <Mistakes mistakes={result.mistakes} owner={owner} />}
      {result.outcome === "unchanged" && <p>{t("desk.publish.unchanged")}</p>}
      {result.outcome === "dry-run" && (
        <form method="post" className="narrow">
          <p>{t("desk.publish.lead")}</p>
          <button name="intent" value="publish">
            {t("desk.publish.submit")}
          </button>
        </form>
      )}
      {"changes" in result && <Changes {...result} edits={edits} owner={owner} />}
      {"remarks" in result && <Remarks {...result} owner={owner} />}
      {"undoTo" in result && result.undoTo !== undefined && (
        <p>
          <a href="/desk/publish?undo">{t("desk.publish.undoLink", { time: owner.formatTime(result.undoTo) })}</a>
        </p>
      )}
    </>,
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

type ChangesProps = {
  /** Id of the preview. A draft with mistakes has none. */
  id?: string;
  changes: ContentChange[];
  files: string[];
  hidden: number;
  edits: ReadonlyMap<string, Edit>;
  owner: Owner;
};

function Changes({ id, changes, files, hidden, edits, owner }: ChangesProps) {
  const { t } = owner;
  return (
    <>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.part}>
            <ChangedPart change={change} edit={edits.get(change.part)} owner={owner} />
            <Fields {...change} owner={owner} />
            <div className="tools">
              {id !== undefined && <Previews release={id} change={change} owner={owner} />}
              <Restore change={change} owner={owner} />
            </div>
          </li>
        ))}
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
      {changes.length + files.length === 0 && <p>{t("desk.publish.noItem")}</p>}
      {hidden > 0 && <p>{t("desk.publish.more", { count: hidden })}</p>}
    </>
  );
}

/** A button that takes a change back. What is new would be gone, so that is asked first. */
function Restore({ change: { part, version, action }, owner }: { change: ContentChange; owner: Owner }) {
  const { t } = owner;
  const label = t(`desk.publish.restore.${action}`);
  if (action === "added") return <a href={`/desk/publish?${new URLSearchParams({ delete: part })}`}>{label}</a>;
  return (
    <form method="post">
      <RestoreFields part={part} version={version} />
      <button name="intent" value="restore" className="link">
        {label}
      </button>
    </form>
  );
}

function RestoreFields({ part, version }: RestoreForm) {
  return (
    <>
      <input type="hidden" name="part" value={part} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}

type ChangedPartProps = { change: ContentChange; edit: Edit | undefined; owner: Owner };

function ChangedPart({ change: { action, part, title }, edit, owner }: ChangedPartProps) {
  const { t, formatSortableTime } = owner;
  return (
    <span>
      {t(`desk.publish.actions.${action}`)} · <strong>{describePlace(part, title, "", owner)}</strong>
      {edit && (
        <span className="note">
          {" "}
          {t("desk.publish.by", { account: edit.account, time: formatSortableTime(new Date(edit.time).toISOString()) })}
        </span>
      )}
    </span>
  );
}

function Fields({ part, fields, owner }: ContentChange & { owner: Owner }) {
  if (fields.length === 0) return null;
  const { t } = owner;
  const [kind = ""] = part.split("/");
  const describe = ({ file, field }: FieldChange) => {
    const code = getFileLocale(file);
    // A field of words has a language; a fact is in the file of the first language, too.
    const name = field ? describeField(field, kind, owner) : parse(file).base;
    return code && code !== localeCodes[0] ? `${locales[code].label} · ${name}` : name;
  };
  return (
    <dl className="changes">
      {fields.map((change) => (
        <div key={change.file + change.field}>
          <dt>{describe(change)}</dt>
          <dd>
            <del>{change.from ?? t("desk.publish.empty")}</del> → <ins>{change.to ?? t("desk.publish.empty")}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type PreviewsProps = { release: string; change: ContentChange; owner: Owner };

function Previews({ release, change, owner }: PreviewsProps) {
  const path = change.action === "removed" ? undefined : getPreviewPath(change.part);
  if (path === undefined) return null;
  return (
    <span>
      {localeCodes.map((code) => (
        <a
          key={code}
          className="beside"
          // The preview looks like the site, from which no link leads back.
          target="_blank"
          href={`/desk/preview/${release}${locales[code].prefix}${path}`}
          hrefLang={locales[code].language}
        >
          {owner.t("desk.publish.preview", { language: locales[code].label })}
        </a>
      ))}
    </span>
  );
}

function getPreviewPath(part: string): string | undefined {
  const [folder = "", id = ""] = part.split("/");
  if (isContentKind(folder)) return getContentPath(folder, parse(id).name);
  if (folder === "herbs") return "/prescription/list";
  return ["menu", "adverts", "settings", "colours.yaml"].includes(folder) ? "/" : undefined;
}
