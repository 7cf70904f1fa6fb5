import { useTranslation } from "react-i18next";
import { href } from "react-router";
import type { Route } from "./+types/route";
import buttons from "../../../components/ui/button.module.css";
import { DeskPage } from "../page.tsx";
import { changePublication } from "./action.server.ts";
import { RestoreFields } from "./changes.tsx";
import { loadPublication } from "./data.server.ts";
import { Result } from "./result.tsx";

export const loader = ({ url, context }: Route.LoaderArgs) => loadPublication(url.searchParams, context);

export const action = ({ request, context }: Route.ActionArgs) => changePublication(request, context);

export default function Publish({ loaderData: { question, result, undoTo, shared = [] } }: Route.ComponentProps) {
  const { t } = useTranslation("owner");
  if (question) return question.kind === "undo" ? <Undo {...question} /> : <Delete {...question} />;
  return (
    <DeskPage title={t("desk.publish.title")} problem={result.problem}>
      <Result {...result} />
      <SharedDrafts drafts={shared} />
      {undoTo && (
        <p>
          <a href={`${href("/desk/publish")}?undo`}>{t("desk.publish.undoLink", { time: undoTo })}</a>
        </p>
      )}
    </DeskPage>
  );
}

type SharedDraft = NonNullable<Route.ComponentProps["loaderData"]["shared"]>[number];

/** Links that others were given, each with a button that ends it. */
function SharedDrafts({ drafts }: { drafts: readonly SharedDraft[] }) {
  const { t } = useTranslation("owner");
  if (drafts.length === 0) return null;
  return (
    <section id="shared">
      <h2>{t("desk.shared.title")}</h2>
      <p className="note">{t("desk.shared.lead")}</p>
      <ul className="rows">
        {drafts.map(({ id, title, by, until, address }) => (
          <li key={id}>
            <strong>{title}</strong> <span className="note">{t("desk.shared.until", { by, until })}</span>
            <p>
              <a href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
            </p>
            <form method="post">
              <input type="hidden" name="id" value={id} />
              <button name="intent" value="unshare" className="link">
                {t("desk.shared.end")}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Asks before a new part is deleted. */
function Delete({ part, version, place }: { part: string; version: string; place: string }) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.publish.restore.added")}>
      <form method="post" action={href("/desk/publish")} className="narrow">
        <p>{t("desk.publish.deleteText", { place })}</p>
        <RestoreFields part={part} version={version} />
        <button name="intent" value="restore" className={buttons["primary"]}>
          {t("desk.message.forgetSubmit")}
        </button>
        <a href={href("/desk/publish")}>{t("desk.message.keep")}</a>
      </form>
    </DeskPage>
  );
}

/** Asks before the previous release is published again. */
function Undo({ time }: { time: string }) {
  const { t } = useTranslation("owner");
  return (
    <DeskPage title={t("desk.publish.undoTitle")}>
      <form method="post" action={href("/desk/publish")} className="narrow">
        <p>{t("desk.publish.undoText", { time })}</p>
        <button name="intent" value="undo" className={buttons["primary"]}>
          {t("desk.publish.undo")}
        </button>
        <a href={href("/desk/publish")}>{t("desk.publish.keep")}</a>
      </form>
    </DeskPage>
  );
}
