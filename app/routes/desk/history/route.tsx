import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import buttons from "../../../components/ui/button.module.css";
import { Fields } from "../publish/changes.tsx";
import { ReleaseRows } from "../releases/rows.tsx";
import { DeskPage } from "../page.tsx";
import { bringBack, loadHistory } from "./action.server.ts";

/** Lists the releases that changed a part of the content, and shows it as it was in one of them beside now. */
export const loader = (args: Route.LoaderArgs) => loadHistory(args);

export const action = (args: Route.ActionArgs) => bringBack(args);

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { part, place, releases, release, version, change } = loaderData;
  const { t } = useTranslation("owner");
  const time = releases.find(({ id }) => id === release)?.time;
  return (
    <DeskPage title={t("desk.history.titleOf", { place })} problem={actionData?.problem}>
      <p className="note">{t(releases.length > 0 ? "desk.history.lead" : "desk.history.none")}</p>
      {time && (
        <section className="narrow">
          <h2>{t("desk.history.then", { time })}</h2>
          {change ? <BringBack change={change} version={version} /> : <p>{t("desk.history.same")}</p>}
        </section>
      )}
      <ReleaseRows releases={releases} part={part} />
    </DeskPage>
  );
}

type Change = NonNullable<Route.ComponentProps["loaderData"]["change"]>;

function BringBack({ change, version }: { change: Change; version: string }) {
  const { t } = useTranslation("owner");
  return (
    <>
      <p>{t(`desk.publish.actions.${change.action}`)}</p>
      <Fields {...change} />
      <form method="post" className="narrow">
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="former" value={change.part} />
        <p>{t("desk.history.bringText")}</p>
        <button className={buttons["primary"]}>{t("desk.history.bring")}</button>
      </form>
    </>
  );
}
