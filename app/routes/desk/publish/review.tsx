import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import { LinkButton } from "#app/routes/desk/frame/link-button.tsx";
import { LinkRow, RowSection } from "#app/routes/desk/frame/page.tsx";
import { Changes } from "./changes.tsx";
import type { ShownResult } from "./data.server.ts";

/** Renders the changes that publishing would make, or the mistakes that prevent it. */
export function Review(result: ShownResult) {
  const { outcome, mistakes, otherMistakes, otherParts, remarks } = result;
  const { t } = useTranslation("owner");
  const remarkCount = remarks.flatMap((place) => place.remarks).length;
  const hasDrafts = outcome === "dry-run" || outcome === "mistakes";
  return (
    <>
      {mistakes.length > 0 && (
        <>
          <p className="notice problem" role="alert">
            {t("desk.publish.mistakes", { count: mistakes.length })}
          </p>
          <Mistakes mistakes={mistakes} />
        </>
      )}
      {otherMistakes.length > 0 && (
        <details>
          <summary>{t("desk.publish.otherMistakes", { count: otherMistakes.length, parts: otherParts })}</summary>
          <Mistakes mistakes={otherMistakes} />
        </details>
      )}
      {outcome === "unchanged" && <p>{t("desk.publish.unchanged")}</p>}
      {remarkCount > 0 && (
        <p>
          <a href="#remarks">{t("desk.publish.remarksLink", { count: remarkCount })}</a>
        </p>
      )}
      {hasDrafts && <VanishedUrls {...result} />}
      {hasDrafts && <PublishForm {...result} />}
      {hasDrafts && <Changes {...result} />}
      {remarkCount > 0 && <Remarks remarks={remarks} />}
      <p className="note">{t("desk.publish.claims")}</p>
    </>
  );
}

/** Lists published URLs that would become 404s. */
function VanishedUrls({ changes }: ShownResult) {
  const { t } = useTranslation("owner");
  const vanishedUrls = changes.flatMap((change) => change.vanished ?? []);
  if (vanishedUrls.length === 0) return null;
  return (
    <div className="notice problem">
      <p>{t("desk.publish.vanished", { count: vanishedUrls.length })}</p>
      <ul className="rows">
        {vanishedUrls.map((address) => (
          <LinkRow key={address} to={`${href("/desk/redirect")}?${new URLSearchParams({ from: address })}`}>
            {t("desk.publish.vanishedLink", { address })}
          </LinkRow>
        ))}
      </ul>
    </div>
  );
}

/** Renders the publish form, to which the checkboxes of the changes belong. */
function PublishForm({ mistakes, needed, shown, hidden, changes, asksUnrecall }: ShownResult) {
  const { t } = useTranslation("owner");
  const unrecalled = changes.filter(({ isUnrecalled }) => isUnrecalled);
  const names = unrecalled.filter(({ isChosen }) => isChosen).map(({ place }) => place);
  const hasMistakes = mistakes.length > 0;
  if (hasMistakes && shown.length === 0) return null;
  return (
    <form method="post" action={href("/desk/publish")} id="publish" className="narrow">
      <p>{t(hasMistakes ? "desk.publish.leadRest" : "desk.publish.lead")}</p>
      {shown.map((part) => (
        <input key={part} type="hidden" name="shown" value={part} />
      ))}
      {/* Parts beyond the maximum aren't listed. They are published if all listed parts are selected. */}
      {hidden > 0 && <input type="hidden" name="all" value="all" />}
      {needed.length > 0 && (
        <>
          <p className="notice problem">{t("desk.publish.needed", { names: needed.map(({ name }) => name) })}</p>
          {needed.map(({ part }) => (
            <input key={part} type="hidden" name="needed" value={part} />
          ))}
          <button name="intent" value="add" className={buttons["quiet"]}>
            {t("desk.publish.add")}
          </button>
        </>
      )}
      {unrecalled.map(({ part }) => (
        <input key={part} type="hidden" name="unrecalled" value={part} />
      ))}
      {asksUnrecall && (
        <p className="notice problem" role="alert">
          {t("desk.publish.unrecall", { names })}
        </p>
      )}
      <button
        name="intent"
        value={asksUnrecall ? "unrecall" : "publish"}
        className={buttons[hasMistakes ? "quiet" : "primary"]}
      >
        {t(asksUnrecall ? "desk.batch.endRecall" : "desk.publish.submit")}
      </button>
    </form>
  );
}

function Mistakes({ mistakes }: Pick<ShownResult, "mistakes">) {
  return (
    <ul className="rows">
      {mistakes.map(({ place, address, text }) => (
        <li key={place + text}>
          <a href={address}>{place}</a> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Lists the remarks, such as forbidden words, differing figures and outdated translations. */
function Remarks({ remarks }: Pick<ShownResult, "remarks">) {
  const { t } = useTranslation("owner");
  return (
    <RowSection id="remarks" title={t("desk.publish.remarks")}>
      {remarks.map(({ place, address, remarks: group }) => (
        <li key={place}>
          <a href={address}>{place}</a>
          {group.map((remark) => (
            <Remark key={remark.text} {...remark} />
          ))}
        </li>
      ))}
    </RowSection>
  );
}

function Remark({ text, sentences, version }: ShownResult["remarks"][number]["remarks"][number]) {
  const { t } = useTranslation("owner");
  return (
    <>
      {" "}
      <span>{text}</span>
      {sentences.map((sentence) => (
        <p key={sentence} className="changes">
          <ins>{sentence}</ins>
        </p>
      ))}
      {version && (
        <LinkButton action={href("/desk/publish")} intent="confirm" fields={{ version }}>
          {t("desk.publish.confirm")}
        </LinkButton>
      )}
    </>
  );
}
