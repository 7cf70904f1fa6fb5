import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { ShownResult } from "./data.server.ts";

type Change = ShownResult["changes"][number];

export function Changes({ changes, files, hidden }: Pick<ShownResult, "changes" | "files" | "hidden">) {
  const { t } = useTranslation("owner");
  return (
    <>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.part}>
            <Choice {...change}>
              <ChangedPart {...change} />
            </Choice>
            <Fields {...change} />
            <div className="tools">
              {change.previews.length > 0 && <Previews {...change} />}
              <Share {...change} />
              <Restore {...change} />
            </div>
          </li>
        ))}
        {files.map(({ name, isChosen }) => (
          <li key={name}>
            {isChosen === undefined ? (
              name
            ) : (
              <Choice part={name} isChosen={isChosen}>
                {name}
              </Choice>
            )}
          </li>
        ))}
      </ul>
      {changes.length + files.length === 0 && <p>{t("desk.publish.noItem")}</p>}
      {hidden > 0 && <p>{t("desk.publish.more", { count: hidden })}</p>}
    </>
  );
}

/** A box for publishing a part. It belongs to the form above the list. */
function Choice({ part, isChosen, children }: Pick<Change, "part" | "isChosen"> & { children: ReactNode }) {
  return (
    <label className="choice">
      <input type="checkbox" form="publish" name="part" value={part} defaultChecked={isChosen} />
      {children}
    </label>
  );
}

/** A button that makes a link for people without an account. */
function Share({ part, path, place }: Change) {
  const { t } = useTranslation("owner");
  if (path === undefined) return null;
  return (
    <form method="post" action={href("/desk/publish")}>
      <input type="hidden" name="part" value={part} />
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="title" value={place} />
      <button name="intent" value="share" className="link">
        {t("desk.shared.submit")}
      </button>
    </form>
  );
}

/** A button that takes a change back. What is new would be gone, so that is asked first. */
function Restore({ part, version, action }: Change) {
  const { t } = useTranslation("owner");
  const label = t(`desk.publish.restore.${action}`);
  const publish = href("/desk/publish");
  if (action === "added") return <a href={`${publish}?${new URLSearchParams({ delete: part })}`}>{label}</a>;
  return (
    <form method="post" action={publish}>
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

function ChangedPart({ action, place, edit }: Change) {
  const { t } = useTranslation("owner");
  return (
    <span>
      {`${t(`desk.publish.actions.${action}`)} · `}
      <strong>{place}</strong>
      {edit && <span className="note"> {t("desk.publish.by", edit)}</span>}
    </span>
  );
}

function Fields({ fields }: Change) {
  const { t } = useTranslation("owner");
  if (fields.length === 0) return null;
  return (
    <dl className="changes">
      {fields.map(({ id, name, from, to }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            <del>{from ?? t("desk.publish.empty")}</del> → <ins>{to ?? t("desk.publish.empty")}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Previews({ previews }: Change) {
  const { t } = useTranslation("owner");
  return (
    <span>
      {previews.map(({ language, label, address }) => (
        <a
          key={language}
          className="beside"
          // The preview looks like the site, from which no link leads back.
          target="_blank"
          href={address}
          hrefLang={language}
        >
          {t("desk.publish.preview", { language: label })}
        </a>
      ))}
    </span>
  );
}
