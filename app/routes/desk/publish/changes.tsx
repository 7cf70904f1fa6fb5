import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { describeChange, ShownResult } from "./data.server.ts";

type DescribedChange = ReturnType<typeof describeChange>;

type Change = ShownResult["changes"][number];

export function Changes({ outcome, changes, files, hidden }: ShownResult) {
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
              {change.action !== "added" && <History {...change} />}
              <Restore {...change} />
              {change.action === "removed" && outcome === "mistakes" && <Unlink {...change} />}
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

function History({ part }: Change) {
  const { t } = useTranslation("owner");
  return <a href={`${href("/desk/history")}?${new URLSearchParams({ part })}`}>{t("desk.items.history")}</a>;
}

/** Takes a change back. What isn't published would be lost, so that is asked first. */
function Restore({ part, version, action, formerId = "" }: Change) {
  const { t } = useTranslation("owner");
  const label = t(`desk.publish.restore.${action}`);
  const publish = href("/desk/publish");
  if (action === "moved")
    return <a href={`${href("/desk/address")}?${new URLSearchParams({ part, to: formerId })}`}>{label}</a>;
  if (action !== "removed") return <a href={`${publish}?${new URLSearchParams({ discard: part })}`}>{label}</a>;
  return (
    <form method="post" action={publish}>
      <RestoreFields part={part} version={version} />
      <button name="intent" value="restore" className="link">
        {label}
      </button>
    </form>
  );
}

/** Takes what was deleted out of the related items of all others. */
function Unlink({ part }: Change) {
  const { t } = useTranslation("owner");
  return (
    <form method="post" action={href("/desk/publish")}>
      <input type="hidden" name="part" value={part} />
      <button name="intent" value="unlink" className="link">
        {t("desk.publish.unlink")}
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

/** Changes that can only be read. */
export function ChangeList({ changes }: { changes: readonly DescribedChange[] }) {
  return (
    <ul className="rows">
      {changes.map((change) => (
        <li key={change.part}>
          <ChangedPart {...change} />
          <Fields {...change} />
        </li>
      ))}
    </ul>
  );
}

function ChangedPart({ action, place, edit }: DescribedChange) {
  const { t } = useTranslation("owner");
  return (
    <span>
      {`${t(`desk.publish.actions.${action}`)} · `}
      <strong>{place}</strong>
      {edit && <span className="note"> {t("desk.publish.by", edit)}</span>}
    </span>
  );
}

export function Fields({ fields }: Pick<DescribedChange, "fields">) {
  if (fields.length === 0) return null;
  return (
    <dl className="changes">
      {fields.map(({ id, name, from, to }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            <Values from={from} to={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A whole file, such as a photo, has no values. */
function Values({ from, to }: Pick<DescribedChange["fields"][number], "from" | "to">) {
  const { t } = useTranslation("owner");
  const old = from !== undefined && <del>{from}</del>;
  const now = to !== undefined && <ins>{to}</ins>;
  if (old && now) {
    return (
      <>
        {old} → {now}
      </>
    );
  }
  return (
    <>
      {`${t(`desk.publish.actions.${old ? "removed" : now ? "added" : "changed"}`)} `}
      {old || now}
    </>
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
