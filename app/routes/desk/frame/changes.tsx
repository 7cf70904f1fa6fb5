import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { LinkButton } from "./link-button.tsx";
import type { describeChange, ShownResult } from "../publish/data.server.ts";

type DescribedChange = ReturnType<typeof describeChange>;

type Change = ShownResult["changes"][number];

export function Changes({ changes, files, hidden }: ShownResult) {
  const { t } = useTranslation("owner");
  return (
    <>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.part}>
            <Choice {...change}>
              <ChangedPart {...change} />
            </Choice>
            <ChangedFields {...change} />
            <Tools {...change} />
          </li>
        ))}
        {files.map(({ name, isChosen }) => (
          <li key={name}>
            <Choice part={name} isChosen={isChosen}>
              {name}
            </Choice>
          </li>
        ))}
      </ul>
      {changes.length + files.length === 0 && <p>{t("desk.publish.noItem")}</p>}
      {hidden > 0 && <p>{t("desk.publish.more", { count: hidden })}</p>}
    </>
  );
}

/** Renders the checkbox of a part; it belongs to the form above the list. */
function Choice({ part, isChosen, children }: Pick<Change, "part" | "isChosen"> & { children: ReactNode }) {
  return (
    <label className="choice">
      <input type="checkbox" form="publish" name="part" value={part} defaultChecked={isChosen} />
      {children}
    </label>
  );
}

/** Renders a change's actions other than publishing. */
function Tools(change: Change) {
  const { part, path, place, action, previews, isRelated } = change;
  const { t } = useTranslation("owner");
  return (
    <div className="tools">
      {previews.length > 0 && <Previews previews={previews} />}
      {path !== undefined && (
        <LinkButton action={href("/desk/publish")} intent="share" fields={{ part, path, title: place }}>
          {t("desk.shared.submit")}
        </LinkButton>
      )}
      {action !== "added" && (
        <a href={`${href("/desk/history")}?${new URLSearchParams({ part })}`}>{t("desk.items.history")}</a>
      )}
      <Restore {...change} />
      {isRelated && (
        <LinkButton action={href("/desk/publish")} intent="unlink" fields={{ part }}>
          {t("desk.publish.unlink")}
        </LinkButton>
      )}
    </div>
  );
}

/** Renders the control that restores the published version, after a confirmation if text would be lost. */
function Restore({ part, version, action, formerId = "" }: Change) {
  const { t } = useTranslation("owner");
  const label = t(`desk.publish.restore.${action}`);
  const publishPath = href("/desk/publish");
  if (action === "moved")
    return <a href={`${href("/desk/address")}?${new URLSearchParams({ part, to: formerId })}`}>{label}</a>;
  if (action !== "removed") return <a href={`${publishPath}?${new URLSearchParams({ discard: part })}`}>{label}</a>;
  return (
    <LinkButton action={publishPath} intent="restore" fields={{ part, version }}>
      {label}
    </LinkButton>
  );
}

/** Lists changes read-only. */
export function ChangeList({ changes }: { changes: readonly DescribedChange[] }) {
  return (
    <ul className="rows">
      {changes.map((change) => (
        <li key={change.part}>
          <ChangedPart {...change} />
          <ChangedFields {...change} />
        </li>
      ))}
    </ul>
  );
}

function ChangedPart({ action, place, edit, missing, times }: DescribedChange) {
  const { t } = useTranslation("owner");
  return (
    <span>
      {`${t(`desk.publish.actions.${action}`)} · `}
      <strong>{place}</strong>
      {edit && <span className="note"> {t("desk.publish.by", edit)}</span>}
      {times.map((time) => (
        <strong key={time} className="beside">
          {time}
        </strong>
      ))}
      {missing.map((language) => (
        <span key={language} className="note">
          {" "}
          {t("desk.publish.missing", { language })}
        </span>
      ))}
    </span>
  );
}

export function ChangedFields({ fields }: Pick<DescribedChange, "fields">) {
  if (fields.length === 0) return null;
  return (
    <dl className="changes">
      {fields.map(({ id, name, ...values }) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd>
            <Values {...values} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders a field's old and new values. If one or both are missing, adds the kind of change. */
function Values({ from, to, around }: Pick<DescribedChange["fields"][number], "from" | "to" | "around">) {
  const { t } = useTranslation("owner");
  if (around) {
    return (
      <>
        {around[0]}
        {from && <del>{from}</del>}
        {to && <ins>{to}</ins>}
        {around[1]}
      </>
    );
  }
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

function Previews({ previews }: Pick<Change, "previews">) {
  const { t } = useTranslation("owner");
  return (
    <span>
      {previews.map(({ language, label, address }) => (
        <a
          key={language}
          className="beside"
          // Opens a new tab, because the preview looks like the site and has no link back.
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
