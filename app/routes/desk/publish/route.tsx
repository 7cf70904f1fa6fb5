import { useTranslation } from "react-i18next";
import { href } from "react-router";
import buttons from "#app/components/ui/button.module.css";
import type { describeChange } from "#app/routes/desk/frame/changes.server.ts";
import { ChangedFields } from "#app/routes/desk/frame/changes.tsx";
import { LinkButton } from "#app/routes/desk/frame/link-button.tsx";
import { DeskPage, RowSection } from "#app/routes/desk/frame/page.tsx";
import type { Route } from "./+types/route";
import { handlePublishForm } from "./action.server.ts";
import { loadPublication } from "./data.server.ts";
import { Review } from "./review.tsx";

export const loader = ({ url, context }: Route.LoaderArgs) => loadPublication(url, context);

export const action = ({ request, context }: Route.ActionArgs) => handlePublishForm(request, context);

export default function Publish({ loaderData }: Route.ComponentProps) {
  const { progress, lost, result, undoTo, shared = [] } = loaderData;
  const { t } = useTranslation("owner");
  if (lost) return <Discard change={lost} />;
  const isUnfinished = result && ["failed", "locked", "ended"].includes(result.outcome);
  return (
    <DeskPage title={t("desk.publish.title")} problem={result?.problem}>
      {progress && <Progress {...progress} />}
      {isUnfinished && (
        <p>
          <a href={href("/desk/publish")}>{t("desk.publish.again")}</a>
        </p>
      )}
      {shared.length > 0 && <SharedDrafts drafts={shared} />}
      {result && !(progress && result.outcome === "unchanged") && (
        <fieldset disabled={progress !== undefined}>
          <Review {...result} />
        </fieldset>
      )}
      <p>
        <a href={href("/desk/releases")}>{t("desk.publish.releases")}</a>
      </p>
      {undoTo && (
        <p>
          <a href={`${href("/desk/releases/:id", { id: undoTo.id })}?back`}>{t("desk.publish.undoLink", undoTo)}</a>
        </p>
      )}
    </DeskPage>
  );
}

/** Renders the task's progress. The page polls by itself. */
function Progress({ work, seconds, waiting, checkedAt }: NonNullable<Route.ComponentProps["loaderData"]["progress"]>) {
  const { t } = useTranslation("owner");
  return (
    <div className="notice" role="status">
      <meta httpEquiv="refresh" content="2" />
      <p>
        <strong>{t(`desk.publish.running.${work}`)}</strong>
      </p>
      <p>{seconds > 0 ? t("desk.publish.elapsed", { count: seconds }) : t("desk.publish.refresh")}</p>
      {waiting && <p>{waiting}</p>}
      {checkedAt !== undefined && <p>{t("desk.publish.lastLook", { time: checkedAt })}</p>}
    </div>
  );
}

type SharedDraft = NonNullable<Route.ComponentProps["loaderData"]["shared"]>[number];

/** Lists the shared links, with buttons that revoke them. */
function SharedDrafts({ drafts }: { drafts: readonly SharedDraft[] }) {
  const { t } = useTranslation("owner");
  return (
    <RowSection id="shared" title={t("desk.shared.title")} lead={t("desk.shared.lead")}>
      {drafts.map(({ id, title, by, until, address }) => (
        <li key={id}>
          <strong>{title}</strong> <span className="note">{t("desk.shared.until", { by, until })}</span>
          <p>
            <a href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
          </p>
          <LinkButton intent="unshare" fields={{ id }}>
            {t("desk.shared.end")}
          </LinkButton>
        </li>
      ))}
    </RowSection>
  );
}

/** Asks for confirmation before a new part is deleted, or the changes of a published part are discarded. */
function Discard({ change }: { change: ReturnType<typeof describeChange> }) {
  const { t } = useTranslation("owner");
  const { part, version, place } = change;
  const isNew = change.action === "added";
  return (
    <DeskPage title={t(isNew ? "desk.publish.restore.added" : "desk.publish.discardTitle")}>
      <form method="post" action={href("/desk/publish")} className="narrow">
        <p>{t(isNew ? "desk.publish.deleteText" : "desk.publish.discardText", { place })}</p>
        <ChangedFields {...change} />
        <input type="hidden" name="part" value={part} />
        <input type="hidden" name="version" value={version} />
        <button name="intent" value="restore" className={buttons["primary"]}>
          {t(isNew ? "desk.publish.restore.added" : "desk.publish.discard")}
        </button>
        <a href={href("/desk/publish")}>{t(isNew ? "desk.message.keep" : "desk.publish.keepChanges")}</a>
      </form>
    </DeskPage>
  );
}
