import { parse } from "node:path";
import type { ReactNode } from "react";
import { isContentKind } from "../api/contract/kinds.ts";
import { localeCodes, locales } from "../../i18n/locales.ts";
import { getContentPath } from "../../i18n/urls.ts";
import type { ContentChange, FieldChange } from "../content/publishing/compare-content.ts";
import type { Owner } from "../submissions/inbox/owner.ts";
import { describeField, describePlace, getFileLocale } from "./content-names.ts";
import type { Edit } from "./edit-log.ts";
import type { Drafts } from "./publishing.ts";

type ChangesProps = Drafts & {
  /** Id of the preview. A draft with mistakes has none. */
  id?: string;
  chosen: readonly string[] | undefined;
  edits: ReadonlyMap<string, Edit>;
  owner: Owner;
};

export function Changes({ id, changes, files, hidden, chosen, edits, owner }: ChangesProps) {
  const { t } = owner;
  return (
    <>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.part}>
            <Choice part={change.part} chosen={chosen}>
              <ChangedPart change={change} edit={edits.get(change.part)} owner={owner} />
            </Choice>
            <Fields {...change} owner={owner} />
            <div className="tools">
              {id !== undefined && <Previews release={id} change={change} owner={owner} />}
              <Restore change={change} owner={owner} />
            </div>
          </li>
        ))}
        {files.map((file) => (
          <li key={file}>
            {isPublicFile(file) ? (
              <Choice part={file} chosen={chosen}>
                {file}
              </Choice>
            ) : (
              file
            )}
          </li>
        ))}
      </ul>
      {changes.length + files.length === 0 && <p>{t("desk.publish.noItem")}</p>}
      {hidden > 0 && <p>{t("desk.publish.more", { count: hidden })}</p>}
    </>
  );
}

/** Whether a part is a file of `public`, which is named by its address. */
export const isPublicFile = (part: string): boolean => part.startsWith("/");

type ChoiceProps = { part: string; chosen: readonly string[] | undefined; children: ReactNode };

/** A box for publishing a part. It belongs to the form above the list. */
function Choice({ part, chosen, children }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="checkbox" form="publish" name="part" value={part} defaultChecked={chosen?.includes(part) ?? true} />
      {children}
    </label>
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

export function RestoreFields({ part, version }: { part: string; version: string }) {
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
