import { useTranslation } from "react-i18next";
import type { Route } from "./+types/route";
import { RestoreForm } from "#app/routes/desk/frame/restore-form.tsx";
import { ReleaseRows } from "#app/routes/desk/releases/rows.tsx";
import { DeskPage } from "#app/routes/desk/frame/page.tsx";
import { restoreVersion } from "./action.server.ts";
import { loadHistory } from "./data.server.ts";

/** Lists the releases that changed a part, or compares one with the current version. */
export const loader = (args: Route.LoaderArgs) => loadHistory(args);

export const action = (args: Route.ActionArgs) => restoreVersion(args);

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
          {change ? (
            <RestoreForm
              change={change}
              fields={{ version, former: change.part }}
              text={t("desk.history.bringText")}
              submit={t("desk.history.bring")}
            />
          ) : (
            <p>{t("desk.history.same")}</p>
          )}
        </section>
      )}
      <ReleaseRows releases={releases} part={part} />
    </DeskPage>
  );
}
