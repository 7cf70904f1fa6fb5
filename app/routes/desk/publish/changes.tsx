import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { ChangedFields, ChangedPart } from "#app/routes/desk/frame/changes.tsx";
import { LinkButton } from "#app/routes/desk/frame/link-button.tsx";
import type { ShownResult } from "./data.server.ts";

type Change = ShownResult["changes"][number];

export function Changes({ changes, files, hidden }: ShownResult) {
  const { t } = useTranslation("owner");
  return (
    <>
      <ul className="rows">
        {changes.map((change) => (
          <li key={change.part}>
            <Choice {...change}>
              <span>
                <ChangedPart {...change} />
                {change.undo && <span className="note"> {t("desk.publish.takenBack", change.undo)}</span>}
              </span>
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
